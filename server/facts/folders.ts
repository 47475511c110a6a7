/** Folders beside a store, from and to which it takes and writes files. */
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const beside = (path: string, folder: string): string =>
  path === ':memory:' ? tmpdir() : join(dirname(resolve(path)), folder)

/**
 * Where the lines of an import wait for a store in this file. A store in memory takes them from the temporary folder.
 */
export const stagesBeside = (path: string): string => beside(path, 'imports')

/**
 * Where exports of a store in this file are written. With the former, the only other files that a statement may open.
 */
export const exportsBeside = (path: string): string => beside(path, 'exports')
