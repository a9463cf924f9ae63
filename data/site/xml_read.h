// Messages of StanForD 2010 read by libxml2 without network, document types and entities of the
// file's own; one part of the message at a time is in memory. Mistakes are reported by line.
#pragma once

#include <stddef.h>

#include <libxml/xmlreader.h>

#include "data/text/diagnostics.h"

// Namespace of all StanForD 2010 messages.
#define DAT_STANFORD_NAMESPACE "urn:skogforsk:stanford2010"

#define DAT_STANFORD_MAX_BYTES (64L * 1024 * 1024)

enum { DAT_XML_KEY = 32, DAT_XML_TEXT = 128 }; // room for a key and for a value, with the NUL

struct dat_xml_source {
    xmlTextReaderPtr xml;
    struct dat_diagnostics *d;
    bool stopped;            // what follows makes no sense
    const char *text, *root; // of the message that is read
};

// An element that is read: inside the root, or inside a 'Machine' there.
struct dat_xml_part {
    const char *name;
    void (*read)(void *user, const xmlNode *node); // the node is valid during the call
};

// Reads a message whose root has that name, in mm and cm, and hands its parts over in the order of
// the file until it is stopped. source->d is set by the caller. False after an error.
bool dat_xml_walk(struct dat_xml_source *source, const char *text, const char *root,
                  const struct dat_xml_part *parts, int count, void *user);

// ---- elements ----

// The first element of that name from node on, among its siblings; NULL: none.
xmlNode *dat_xml_next(xmlNode *node, const char *name);
xmlNode *dat_xml_child(const xmlNode *node, const char *name);
int dat_xml_line(const xmlNode *node);
// Without the white space around it, cut to size.
void dat_xml_text(const xmlNode *node, char *text, size_t size);
void dat_xml_attribute_text(const xmlNode *node, const char *name, char *text, size_t size);
// The child of that name; NULL after an error where there is none.
xmlNode *dat_xml_need(struct dat_xml_source *source, const xmlNode *node, const char *name);
// The short text of a child that identifies something. False after an error.
bool dat_xml_key(struct dat_xml_source *source, const xmlNode *node, const char *name,
                 char key[DAT_XML_KEY]);
// A number between low and high. False after an error.
bool dat_xml_value(struct dat_xml_source *source, const xmlNode *node, double low, double high,
                   double *value);
bool dat_xml_child_value(struct dat_xml_source *source, const xmlNode *node, const char *name,
                         double low, double high, double *value);
