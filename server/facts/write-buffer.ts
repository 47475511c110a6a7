/**
 * Rows of a large INSERT that wait in memory before they are written: one row group, where DuckDB waits for five. What
 * waits is not in its memory limit: five of the 38 columns of the facts take 100 MB and more, and the file is not
 * smaller for it.
 */
export const WRITE_BUFFER = { write_buffer_row_group_count: '1' } as const
