#include "data/site/xml_read.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "data/text/number.h"

// ---- elements ----

static bool is_element(const xmlNode *node, const char *name) {
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

xmlNode *dat_xml_next(xmlNode *node, const char *name) {
    while (node != NULL && !is_element(node, name))
        node = node->next;
    return node;
}

xmlNode *dat_xml_child(const xmlNode *node, const char *name) {
    return dat_xml_next(node->children, name);
}

int dat_xml_line(const xmlNode *node) {
    return (int)xmlGetLineNo(node);
}

// A text without the white space around it, cut to size.
static void copy_trimmed(char *text, size_t size, const xmlChar *content) {
    const char *from = content != NULL ? (const char *)content : "";
    while (isspace((unsigned char)*from))
        from++;
    size_t length = strlen(from);
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    if (length >= size)
        length = size - 1;
    while (length > 0 && ((unsigned char)from[length] & 0xC0U) == 0x80U)
        length--; // not within a character
    (void)snprintf(text, size, "%.*s", (int)length, from);
}

void dat_xml_text(const xmlNode *node, char *text, size_t size) {
    xmlChar *content = xmlNodeGetContent(node);
    copy_trimmed(text, size, content);
    xmlFree(content);
}

void dat_xml_attribute_text(const xmlNode *node, const char *name, char *text, size_t size) {
    xmlChar *content = xmlGetProp(node, (const xmlChar *)name);
    copy_trimmed(text, size, content);
    xmlFree(content);
}

xmlNode *dat_xml_need(struct dat_xml_source *s, const xmlNode *node, const char *name) {
    xmlNode *child = dat_xml_child(node, name);
    if (child == NULL)
        dat_diagnose(s->d, dat_xml_line(node), 0, "'%s' has no '%s'", (const char *)node->name,
                     name);
    return child;
}

bool dat_xml_key(struct dat_xml_source *s, const xmlNode *node, const char *name,
                 char key[DAT_XML_KEY]) {
    char text[DAT_XML_TEXT];
    const xmlNode *child = dat_xml_need(s, node, name);
    if (child == NULL)
        return false;
    dat_xml_text(child, text, sizeof text);
    if (text[0] == '\0' || strlen(text) >= DAT_XML_KEY) {
        dat_diagnose(s->d, dat_xml_line(child), 0, "'%s' is '%s', expected 1 to %d bytes", name,
                     text, DAT_XML_KEY - 1);
        return false;
    }
    memcpy(key, text, strlen(text) + 1);
    return true;
}

bool dat_xml_value(struct dat_xml_source *s, const xmlNode *node, double low, double high,
                   double *value) {
    char text[DAT_XML_TEXT];
    dat_xml_text(node, text, sizeof text);
    if (dat_number_read(text, strlen(text), value) == DAT_NUMBER_OK && *value >= low &&
        *value <= high)
        return true;
    dat_diagnose(s->d, dat_xml_line(node), 0, "'%s' is '%s', expected %g to %g",
                 (const char *)node->name, text, low, high);
    return false;
}

bool dat_xml_child_value(struct dat_xml_source *s, const xmlNode *node, const char *name,
                         double low, double high, double *value) {
    const xmlNode *child = dat_xml_need(s, node, name);
    return child != NULL && dat_xml_value(s, child, low, high, value);
}

// ---- the message ----

// Whether the text has the end tag of that element, with any prefix.
static bool is_closed(const char *text, const char *element) {
    const size_t length = strlen(element);
    bool closed = false;
    for (const char *p = strstr(text, "</"); p != NULL && !closed; p = strstr(p, "</")) {
        p += 2;
        const char *name = p + strcspn(p, ":> \t\r\n");
        name = *name == ':' ? name + 1 : p;
        closed = strncmp(name, element, length) == 0 && strcspn(name + length, "> \t\r\n") == 0;
    }
    return closed;
}

// Only the first error: all others follow from it. A message that was cut off has any of them at
// its end.
static void report_xml(void *data, xmlErrorPtr error) {
    struct dat_xml_source *s = data;
    char text[200];
    if (s->stopped || error->level < XML_ERR_ERROR)
        return;
    copy_trimmed(text, sizeof text, (const xmlChar *)error->message);
    const bool cut =
        xmlTextReaderNodeType(s->xml) != XML_READER_TYPE_NONE && !is_closed(s->text, s->root);
    if (cut)
        dat_diagnose(s->d, error->line, 0,
                     "is not well-formed XML and cut off: '</%s>' is missing (%s)", s->root, text);
    else
        dat_diagnose(s->d, error->line, 0, "is not well-formed XML: %s", text);
    s->stopped = true;
}

static void stop(struct dat_xml_source *s, int line, const char *sentence) {
    dat_diagnose(s->d, line, 0, "%s", sentence);
    s->stopped = true;
}

static bool has_unit(xmlTextReaderPtr xml, const char *name, const char *unit) {
    xmlChar *value = xmlTextReaderGetAttribute(xml, (const xmlChar *)name);
    const bool same = value != NULL && strcmp((const char *)value, unit) == 0;
    xmlFree(value);
    return same;
}

static void read_root(struct dat_xml_source *s, const char *root, int line) {
    const xmlChar *space = xmlTextReaderConstNamespaceUri(s->xml);
    const char *name = (const char *)xmlTextReaderConstLocalName(s->xml);
    char sentence[160];
    if (strcmp(name, root) != 0) {
        (void)snprintf(sentence, sizeof sentence, "the message is '%.60s', expected '%s'", name,
                       root);
        stop(s, line, sentence);
    } else if (space == NULL || strcmp((const char *)space, DAT_STANFORD_NAMESPACE) != 0) {
        stop(s, line,
             "the namespace is not StanForD 2010, expected xmlns=\"" DAT_STANFORD_NAMESPACE "\"");
    } else if (!has_unit(s->xml, "diameterUnit", "mm") || !has_unit(s->xml, "lengthUnit", "cm")) {
        stop(s, line, "the units are unknown, expected diameterUnit=\"mm\" lengthUnit=\"cm\"");
    }
}

struct walk {
    struct dat_xml_source *source;
    const char *root;
    const struct dat_xml_part *parts;
    int count;
    void *user;
};

// Hands the element over if it is a part.
static void read_part(const struct walk *w) {
    const char *name = (const char *)xmlTextReaderConstLocalName(w->source->xml);
    int i = 0;
    while (i < w->count && strcmp(name, w->parts[i].name) != 0)
        i++;
    if (i == w->count)
        return;
    const xmlNode *node = xmlTextReaderExpand(w->source->xml);
    if (node != NULL && !w->source->stopped)
        w->parts[i].read(w->user, node);
}

// True: the node is done with, and all that it contains.
static bool read_node(const struct walk *w) {
    struct dat_xml_source *s = w->source;
    const int depth = xmlTextReaderDepth(s->xml);
    if (xmlTextReaderNodeType(s->xml) != XML_READER_TYPE_ELEMENT)
        return false;
    if (depth == 0)
        read_root(s, w->root, dat_xml_line(xmlTextReaderCurrentNode(s->xml)));
    else if (depth > 1 || strcmp((const char *)xmlTextReaderConstLocalName(s->xml), "Machine") != 0)
        read_part(w);
    else
        return false;
    return depth > 0;
}

// Entities are declared in the document type alone. Refused before parsing, because the parser runs
// ahead of what it has told; not even a comment may show one.
static void check_document_type(struct dat_xml_source *s, const char *text) {
    const char *found = strstr(text, "<!DOCTYPE");
    int line = 1;
    if (found == NULL)
        return;
    for (const char *p = text; p < found; p++)
        line += *p == '\n';
    stop(s, line, "a document type declaration is not allowed");
}

static void read_document(const struct walk *w) {
    struct dat_xml_source *s = w->source;
    int more = s->stopped ? 0 : xmlTextReaderRead(s->xml);
    while (more == 1 && !s->stopped) {
        const bool done = read_node(w);
        if (!s->stopped)
            more = done ? xmlTextReaderNext(s->xml) : xmlTextReaderRead(s->xml);
    }
    if (more < 0 && !s->stopped)
        stop(s, 0, "is not well-formed XML");
}

bool dat_xml_walk(struct dat_xml_source *s, const char *text, const char *root,
                  const struct dat_xml_part *parts, int count, void *user) {
    assert(text != NULL && root != NULL && s->d != NULL && count > 0);
    const int errors = s->d->errors;
    const size_t size = strlen(text);
    if (size > (size_t)DAT_STANFORD_MAX_BYTES) {
        dat_diagnose(s->d, 0, 0, "is %zu MB long, expected at most %ld MB", size / (1024 * 1024),
                     DAT_STANFORD_MAX_BYTES / (1024 * 1024));
        return false;
    }
    s->text = text;
    s->root = root;
    s->xml = xmlReaderForMemory(text, (int)size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (s->xml == NULL) {
        dat_diagnose(s->d, 0, 0, "not enough memory to read the file");
        return false;
    }
    xmlTextReaderSetStructuredErrorHandler(s->xml, report_xml, s);
    check_document_type(s, text);
    read_document(
        &(struct walk){.source = s, .root = root, .parts = parts, .count = count, .user = user});
    xmlFreeTextReader(s->xml);
    s->xml = NULL;
    return s->d->errors == errors;
}
