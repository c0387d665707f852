import GRDB

extension SQLiteJobStore {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("scans") { database in
            // Times are milliseconds since 1970. `position` is the order of the queue: the id of the first event.
            try database.execute(
                sql: """
                    CREATE TABLE scan (
                        id TEXT PRIMARY KEY NOT NULL,
                        idempotencyKey TEXT NOT NULL UNIQUE,
                        metadata TEXT NOT NULL,
                        length INTEGER NOT NULL CHECK (length >= 0),
                        offset INTEGER NOT NULL DEFAULT 0 CHECK (offset BETWEEN 0 AND length),
                        state TEXT NOT NULL DEFAULT 'uploading',
                        progress REAL NOT NULL DEFAULT 0,
                        stage TEXT,
                        outcome TEXT,
                        position INTEGER,
                        due INTEGER NOT NULL DEFAULT 0,
                        leaseToken TEXT,
                        attempts INTEGER NOT NULL DEFAULT 0,
                        failures INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX scanQueue ON scan (position) WHERE state IN ('queued', 'recognising');
                    CREATE TABLE scanEvent (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        scan TEXT NOT NULL REFERENCES scan (id) ON DELETE CASCADE,
                        body TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX scanEventOfScan ON scanEvent (scan, id);
                    """
            )
        }
        migrator.registerMigration("expiration") { database in
            // Uploads that there are already have a day from now on. `expiredUpload` has those whose photos are still on the disk.
            try database.execute(
                sql: """
                    ALTER TABLE scan ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
                    UPDATE scan SET expires = (unixepoch() + 86400) * 1000;
                    CREATE INDEX scanUpload ON scan (expires) WHERE state = 'uploading';
                    CREATE TABLE expiredUpload (scan TEXT PRIMARY KEY NOT NULL) STRICT;
                    """
            )
        }
        return migrator
    }
}
