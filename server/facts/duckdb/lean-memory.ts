/**
 * Settings of every DuckDB file here that keep what it holds outside of its memory limit small; the figures are in
 * decision 67.
 */
export const LEAN_MEMORY = {
  /**
   * Rows of a large INSERT that wait in memory before they are written: one row group, where DuckDB waits for five.
   * Waiting data are not in its memory limit: five of the 38 columns of the facts take 100 MB and more, and the file is
   * not smaller for it.
   */
  write_buffer_row_group_count: '1',
  /**
   * Freed memory returns to the system from so much on. By themselves these are 128 and 512 MB, so that a hundred of
   * them stay with the process.
   */
  allocator_flush_threshold: '16MB',
  allocator_bulk_deallocation_flush_threshold: '32MB',
} as const
