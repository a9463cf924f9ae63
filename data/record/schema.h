// The text of data/record/schema.sql, embedded when the program is built.
#pragma once

extern const char dat_schema_sql[];
