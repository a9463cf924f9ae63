// The products of a harvested production (.hpr), with their classes, prices and wanted shares; for
// data/site/hpr_write.c.
#pragma once

#include "data/site/hpr_write.h"
#include "data/site/xml_write.h"

#define DAT_HPR_GRADES 8 // of a species group

long dat_hpr_group_key(enum ter_species species);
void dat_hpr_write_business(struct dat_xml *w, const char *name, bool with_address);
// index of the message's products
void dat_hpr_write_product(struct dat_xml *w, int index);
