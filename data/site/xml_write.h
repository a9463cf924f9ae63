// Elements of StanForD messages as libxml2 writes them: leaves with text or numbers, and the
// attributes that many of them have. A failure is remembered in the writer.
#pragma once

#include <libxml/xmlwriter.h>

#include "data/text/diagnostics.h"

struct dat_xml {
    xmlTextWriterPtr xml;
    bool failed; // out of memory
};

void dat_xml_note(struct dat_xml *w, int result); // of a call of libxml2
void dat_xml_open(struct dat_xml *w, const char *name);
void dat_xml_close(struct dat_xml *w);
void dat_xml_attribute(struct dat_xml *w, const char *name, const char *value);
void dat_xml_attribute_number(struct dat_xml *w, const char *name, long value);
// What XML cannot hold becomes '?'; at most 511 bytes.
void dat_xml_content(struct dat_xml *w, const char *format, ...) DAT_PRINTF(2, 3);
void dat_xml_leaf(struct dat_xml *w, const char *name, const char *text);
void dat_xml_leaf_number(struct dat_xml *w, const char *name, long value);
// An element with one attribute.
void dat_xml_leaf_with(struct dat_xml *w, const char *name, const char *key, const char *value,
                       const char *text);
// With modificationRestricted="false", as instructions to machines have it.
void dat_xml_open_fixed(struct dat_xml *w, const char *name);
void dat_xml_leaf_fixed(struct dat_xml *w, const char *name, const char *text);

long dat_millimetres(double metres); // as these messages count diameters
long dat_centimetres(double metres); // lengths
