-- The session database, version 11. docs/database.md explains every column; a test compares the two.
-- Quantities are SI; times of day are UTC in ISO 8601 ("2024-05-17T09:30:00.000Z").
-- Databases of earlier versions are brought up by data/record/migrate.c, which puts new columns last.
-- The file becomes one string of the program (data/record/schema.c is made from it when building).

PRAGMA application_id = 1265787246; -- "Kran" in ASCII
PRAGMA user_version = 11;

CREATE TABLE trainee (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (length(trim(name)) > 0),
    created_utc TEXT NOT NULL
) STRICT;

CREATE TABLE session (
    -- AUTOINCREMENT: the number of a deleted session is never given again.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    trainee_id INTEGER NOT NULL REFERENCES trainee (id),
    exercise TEXT NOT NULL,
    scenario_file TEXT NOT NULL,
    scenario_hash TEXT NOT NULL CHECK (length(scenario_hash) = 16),
    machine TEXT NOT NULL,
    operator TEXT NOT NULL CHECK (operator IN ('trainee', 'demonstrator')),
    seed INTEGER NOT NULL,
    program_version TEXT NOT NULL,
    step_s REAL NOT NULL CHECK (step_s > 0),
    input_names TEXT NOT NULL CHECK (json_valid(input_names)),
    start_utc TEXT NOT NULL,
    end_utc TEXT,
    steps INTEGER NOT NULL DEFAULT 0 CHECK (steps >= 0),
    outcome TEXT CHECK (outcome IN ('passed', 'failed', 'stopped', 'error', 'interrupted')),
    end_state_hash TEXT CHECK (length(end_state_hash) = 16),
    result TEXT CHECK (result IS NULL OR json_valid(result)),
    machine_file TEXT, -- since version 2
    events INTEGER, -- these four since version 3
    logs INTEGER,
    files INTEGER,
    checksum INTEGER,
    parameters TEXT CHECK (parameters IS NULL OR json_valid(parameters)), -- since version 5
    figures TEXT CHECK (figures IS NULL OR json_valid(figures)), -- since version 11
    CHECK ((end_utc IS NULL) = (outcome IS NULL))
) STRICT;

CREATE INDEX session_by_trainee ON session (trainee_id);

CREATE TABLE event (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    step INTEGER NOT NULL CHECK (step >= 0),
    time_s REAL NOT NULL,
    kind TEXT NOT NULL CHECK (length(kind) > 0),
    detail TEXT CHECK (detail IS NULL OR json_valid(detail)),
    checksum INTEGER, -- since version 3
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    step INTEGER NOT NULL CHECK (step >= 0),
    time_s REAL NOT NULL,
    species TEXT NOT NULL,
    assortment TEXT NOT NULL,
    tree TEXT NOT NULL,
    length_m REAL NOT NULL,
    target_length_m REAL,
    top_diameter_m REAL NOT NULL,
    mid_diameter_m REAL NOT NULL,
    butt_diameter_m REAL NOT NULL,
    volume_m3 REAL NOT NULL,
    x_m REAL NOT NULL,
    y_m REAL NOT NULL,
    z_m REAL NOT NULL,
    checksum INTEGER, -- since version 3
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE input (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    first_step INTEGER NOT NULL CHECK (first_step >= 0),
    steps INTEGER NOT NULL CHECK (steps >= 1),
    changes BLOB NOT NULL,
    checksum INTEGER, -- since version 2
    state_hash TEXT CHECK (state_hash IS NULL OR length(state_hash) = 16), -- since version 2
    PRIMARY KEY (session_id, first_step)
) STRICT, WITHOUT ROWID;

-- Since version 2.
CREATE TABLE file (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    path TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 16),
    checksum INTEGER, -- since version 3
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

-- Since version 10: what the files of a session said.
CREATE TABLE file_copy (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    size INTEGER NOT NULL CHECK (size >= 0),
    bytes BLOB NOT NULL,
    PRIMARY KEY (session_id, number)
) STRICT;

-- Since version 4: exercises that an instructor has unlocked for a trainee.
CREATE TABLE unlocked (
    trainee_id INTEGER NOT NULL REFERENCES trainee (id) ON DELETE CASCADE,
    exercise TEXT NOT NULL CHECK (length(exercise) > 0),
    PRIMARY KEY (trainee_id, exercise)
) STRICT, WITHOUT ROWID;

-- Since version 6: states at which a replay may begin. A row can be lost without harm, since it
-- follows from the inputs. With row numbers: the large bytes stay out of the key's tree.
CREATE TABLE state (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    step INTEGER NOT NULL CHECK (step >= 1),
    layout TEXT NOT NULL CHECK (length(layout) = 16),
    state_hash TEXT NOT NULL CHECK (length(state_hash) = 16),
    size INTEGER NOT NULL CHECK (size >= 1),
    seal BLOB NOT NULL CHECK (length(seal) = 96), -- since version 9
    bytes BLOB NOT NULL,
    PRIMARY KEY (session_id, step)
) STRICT;

-- Since version 7: the name by which a server knows this database; one row.
CREATE TABLE seat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    uuid TEXT NOT NULL CHECK (length(uuid) = 32)
) STRICT;
