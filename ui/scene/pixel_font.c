#include "ui/scene/pixel_font.h"

#include <string.h>

enum { BLOCK = 15, BODY_ROWS = 9, CELL = 6, MARK_ROWS = UI_PIXEL_ROWS - BODY_ROWS };

// Signs behind the letters of ASCII, in the order of the drawing.
static const unsigned signs[] = {0xA7,   0xB0,   0xB2,   0xB3,   0xB7,   0xD7,   0xDF,
                                 0x2013, 0x2026, 0x2190, 0x2191, 0x2192, 0x2193, 0x2205,
                                 0x25B2, 0x25B6, 0x25BC, 0x25C0, 0x25CF, 0x26A0, 0x2713};
enum { ASCII = 0x7F - 0x20, LETTERS = ASCII + sizeof signs / sizeof signs[0] };

// Blocks of 15 letters of 5 x 9 dots side by side, of which the last two rows are below the line.
static const char *const drawing[] = {
    "      #     # #    # #    #   ##     ##   #      #    #                                  ",
    "      #     # #    # #   #### ##  # #  #  #     #      #      #     #                    ",
    "      #     # #   ##### # #      #  # #   #     #      #    # # #   #                    ",
    "      #            # #   ###    #    #          #      #     ###  #####       ####       ",
    "      #           #####   # #  #    # # #       #      #    # # #   #                    ",
    "                   # #  ####  #  ## #  #        #      #      #     #    #               ",
    "      #            # #    #      ##  ## #        #    #                  #          #    ",
    "                                                                        #                ",
    "                                                                                         ",
    "    #  ###    #    ###  #####    #  #####   ##  #####  ###   ###                         ",
    "    # #   #  ##   #   #    #    ##  #      #        # #   # #   #                #       ",
    "   #  #  ##   #       #   #    # #  ####  #        #  #   # #   # #      #      #   #### ",
    "  #   # # #   #      #     #  #  #      # ####    #    ###   ####              #         ",
    " #    ##  #   #     #       # #####     # #   #   #   #   #     #               #   #### ",
    "#     #   #   #    #    #   #    #  #   # #   #  #    #   #    #         #       #       ",
    "#      ###   ###  #####  ###     #   ###   ###   #     ###   ##   #      #               ",
    "                                                                        #                ",
    "                                                                                         ",
    "       ###   ###   ###  ####   ###  ###   ##### #####  ###  #   # ###     ### #   # #    ",
    " #    #   # #   # #   # #   # #   # #  #  #     #     #   # #   #  #       #  #  #  #    ",
    "  #       # # ### #   # #   # #     #   # #     #     #     #   #  #       #  # #   #    ",
    "   #     #  # # # ##### ####  #     #   # ####  ####  # ### #####  #       #  ##    #    ",
    "  #     #   # ### #   # #   # #     #   # #     #     #   # #   #  #       #  # #   #    ",
    " #          #     #   # #   # #   # #  #  #     #     #   # #   #  #    #  #  #  #  #    ",
    "        #    ###  #   # ####   ###  ###   ##### #      #### #   # ###    ##   #   # #####",
    "                                                                                         ",
    "                                                                                         ",
    "#   # #   #  ###  ####   ###  ####   #### ##### #   # #   # #   # #   # #   # ##### ##   ",
    "## ## ##  # #   # #   # #   # #   # #       #   #   # #   # #   # #   # #   #     # #    ",
    "# # # # # # #   # #   # #   # #   # #       #   #   # #   # #   #  # #   # #     #  #    ",
    "# # # #  ## #   # ####  #   # ####   ###    #   #   # #   # # # #   #     #     #   #    ",
    "#   # #   # #   # #     # # # # #       #   #   #   # #   # # # #  # #    #    #    #    ",
    "#   # #   # #   # #     #  #  #  #      #   #   #   #  # #  # # # #   #   #   #     #    ",
    "#   # #   #  ###  #      ## # #   # ####    #    ###    #    # #  #   #   #   ##### ##   ",
    "                                                                                         ",
    "                                                                                         ",
    "#     ##      #         #           #               #         ##        #     #      #   ",
    "#      #     # #         #          #               #        #          #                ",
    " #     #    #   #              ###  ####   ###   ####  ###  ###    #### ####  #      #   ",
    "  #    #                          # #   # #     #   # #   #  #    #   # #   # #      #   ",
    "   #   #                       #### #   # #     #   # #####  #    #   # #   # #      #   ",
    "    #  #                      #   # #   # #     #   # #      #    #   # #   # #      #   ",
    "    # ##                       #### ####   ###   ####  ###   #     #### #   # #      #   ",
    "                  #####                                               #              #   ",
    "                                                                   ###              #    ",
    "#     #                                                #                                 ",
    "#     #                                                #                                 ",
    "#  #  #     ## #  ####   ###  ####   #### # ##   ###  ###   #   # #   # #   # #   # #   #",
    "# #   #     # # # #   # #   # #   # #   # ##    #      #    #   # #   # #   #  # #  #   #",
    "##    #     # # # #   # #   # #   # #   # #      ##    #    #   # #   # # # #   #   #   #",
    "# #   #     # # # #   # #   # #   # #   # #        #   #    #   #  # #  # # #  # #  #   #",
    "#  #   #    # # # #   #  ###  ####   #### #     ###     ##   ####   #    # #  #   #  ####",
    "                              #         #                                               #",
    "                              #         #                                            ### ",
    "       ##   #     ##           ###   #     #    ###                ##                    ",
    "       #    #      #          #     # #   # #    #                #  #                #  ",
    "####   #    #      #     #     ##    #      #     #         #   # #  #               #   ",
    "   #  #     #       #   # # # #  #         #    # #   #      # #  # #   #####       #####",
    "  #    #    #      #       #   ##         ###    #            #   #  #               #   ",
    " #     #    #      #             #                           # #  #   #               #  ",
    "####   ##   #     ##          ###                           #   # # ##        # # #      ",
    "                                                                                         ",
    "                                                                                         ",
    "  #           #       #       #               #         #                                ",
    " ###    #     #    ###        ##             ##  ###    #       #                        ",
    "# # #    #    #   #  ##   #   ###   #####   ### #####  # #      #                        ",
    "  #   #####   #   # # #   #   ####   ###   #### #####  ###     #                         ",
    "  #      #  # # # ##  #  ###  ###    ###    ### #####  ###  #  #                         ",
    "  #     #    ###   ###   ###  ##      #      ##  ###  ## ##  ##                          ",
    "  #           #   #     ##### #       #       #       #####   #                          ",
    "                                                                                         ",
    "                                                                                         "};

// Letters of Latin-1 from 0xC0 and of Latin Extended-A that are drawn as those of ASCII.
static const char plain[] = "AAAAAAACEEEEIIIIDNOOOOO*OUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"
                            "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

// Signs that look nearly like one of the drawing.
static const struct {
    unsigned code, drawn;
} alike[] = {{0xA0, ' '},    {0x2014, 0x2013}, {0x2018, '\''}, {0x2019, '\''},
             {0x201A, ','},  {0x201C, '"'},    {0x201D, '"'},  {0x201E, '"'},
             {0x2022, 0xB7}, {0x2212, 0x2013}, {0xFFFD, '?'}};

static bool has_two_dots(unsigned code) {
    return code == 0xC4 || code == 0xCB || code == 0xCF || code == 0xD6 || code == 0xDC ||
           code == 0xE4 || code == 0xEB || code == 0xEF || code == 0xF6 || code == 0xFC;
}

// The letter in the drawing, -1: it has none.
static int find(unsigned code) {
    if (code >= 0x20 && code < 0x7F)
        return (int)code - 0x20;
    for (int i = 0; i < LETTERS - ASCII; i++)
        if (signs[i] == code)
            return ASCII + i;
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (alike[i].code == code)
            return find(alike[i].drawn);
    if (code >= 0xC0 && code < 0x180)
        return plain[code - 0xC0] - 0x20;
    return -1;
}

static int drawn_width(const struct ui_pixel_letter *letter) {
    int width = 0;
    for (int row = 0; row < UI_PIXEL_ROWS; row++)
        for (int column = width; column < UI_PIXEL_COLUMNS; column++)
            if (letter->dot[row][column])
                width = column + 1;
    return width > 0 ? width : 2; // of the space
}

bool ui_pixel_letter(unsigned code, struct ui_pixel_letter *letter) {
    const int index = find(code);
    if (index < 0)
        return false;
    memset(letter, 0, sizeof *letter);
    for (int row = 0; row < BODY_ROWS; row++)
        for (int column = 0; column < UI_PIXEL_COLUMNS; column++)
            letter->dot[MARK_ROWS + row][column] =
                drawing[index / BLOCK * BODY_ROWS + row][index % BLOCK * CELL + column] == '#';
    letter->width = drawn_width(letter);
    if (has_two_dots(code)) {
        // Small letters are two rows lower than capitals.
        bool *row = letter->dot[code < 0xE0 ? 0 : MARK_ROWS];
        row[letter->width > 3 ? 1 : 0] = true;
        row[letter->width > 3 ? 3 : 2] = true;
        letter->width = drawn_width(letter);
    }
    return true;
}
