/**
 * Variables that must be in the environment before a server starts, because only the system's loader and Node itself
 * read it, once (decision 23).
 */
import { join } from 'node:path'

export const PROCESS_ENV = {
  /**
   * glibc keeps memory for each thread that ever asked for some, up to eight pools a core, and gives little of it back:
   * two pools spare 10 to 50 MB of what a large upload takes.
   */
  MALLOC_ARENA_MAX: '2',
  /**
   * Larger allocations return to the system when they are freed. By default glibc raises the threshold to 32 MB, and
   * then keeps up to 20 MB of a large upload.
   */
  MALLOC_MMAP_THRESHOLD_: String(1 << 20),
  /**
   * By itself Node has four threads for everything: four readers of the facts left none for a file, a password or an
   * answer that is compressed (decision 65).
   */
  UV_THREADPOOL_SIZE: '12',
  /**
   * Compiled code, without types, is cached for the next start: that is ready a third sooner, and no thread carries a
   * compiler (18 MB each). Built with the page; missing code is compiled as usual.
   */
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../dist/code'),
} as const

/**
 * Of a process that imports: what is new is looked through at 2 MB, where Node waits for 16. Columns live outside of
 * that heap, which else grows from 34 to 178 MB while hours are weighed, and keeps it (decision 67).
 */
export const IMPORT_NODE_OPTIONS = ['--max-semi-space-size=2'] as const
