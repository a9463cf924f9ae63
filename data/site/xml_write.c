#include "data/site/xml_write.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void dat_xml_note(struct dat_xml *w, int result) {
    w->failed = w->failed || result < 0;
}

// What XML cannot hold becomes '?'.
static void make_writable(char *text) {
    const bool is_utf8 = xmlCheckUTF8((const unsigned char *)text) == 1;
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || (!is_utf8 && (unsigned char)*text >= 0x80))
            *text = '?';
}

void dat_xml_open(struct dat_xml *w, const char *name) {
    dat_xml_note(w, xmlTextWriterStartElement(w->xml, (const xmlChar *)name));
}

void dat_xml_close(struct dat_xml *w) {
    dat_xml_note(w, xmlTextWriterEndElement(w->xml));
}

void dat_xml_attribute(struct dat_xml *w, const char *name, const char *value) {
    dat_xml_note(
        w, xmlTextWriterWriteAttribute(w->xml, (const xmlChar *)name, (const xmlChar *)value));
}

void dat_xml_attribute_number(struct dat_xml *w, const char *name, long value) {
    char text[32];
    (void)snprintf(text, sizeof text, "%ld", value);
    dat_xml_attribute(w, name, text);
}

__attribute__((format(printf, 2, 3))) void dat_xml_content(struct dat_xml *w, const char *format,
                                                           ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_writable(text);
    dat_xml_note(w, xmlTextWriterWriteString(w->xml, (const xmlChar *)text));
}

void dat_xml_leaf(struct dat_xml *w, const char *name, const char *text) {
    dat_xml_open(w, name);
    dat_xml_content(w, "%s", text);
    dat_xml_close(w);
}

void dat_xml_leaf_number(struct dat_xml *w, const char *name, long value) {
    dat_xml_open(w, name);
    dat_xml_content(w, "%ld", value);
    dat_xml_close(w);
}

// An element with one attribute.
void dat_xml_leaf_with(struct dat_xml *w, const char *name, const char *key, const char *value,
                       const char *text) {
    dat_xml_open(w, name);
    dat_xml_attribute(w, key, value);
    dat_xml_content(w, "%s", text);
    dat_xml_close(w);
}

void dat_xml_open_fixed(struct dat_xml *w, const char *name) {
    dat_xml_open(w, name);
    dat_xml_attribute(w, "modificationRestricted", "false");
}

void dat_xml_leaf_fixed(struct dat_xml *w, const char *name, const char *text) {
    dat_xml_leaf_with(w, name, "modificationRestricted", "false", text);
}

long dat_millimetres(double metres) {
    return lround(1e3 * metres);
}

long dat_centimetres(double metres) {
    return lround(1e2 * metres);
}
