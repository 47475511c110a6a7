/** A copy of the repository in which a page is followed. For tests only. */
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { repositoryRoot } from '../boundaries/import-table.ts'

/** Large, or not the repository's own; at its root. */
const LEFT_OUT = new Set([
  'node_modules',
  '.git',
  'dist',
  'data',
  'coverage',
  'public',
  'storybook-static',
  'screens-out',
  '.vitest-attachments',
])

export interface Copy {
  readonly folder: string
  remove(): Promise<void>
}

/** Generated or installed folders, and pictures, which nothing reads. */
const isLeftOut = (path: string) =>
  [`${sep}pictures`, `${sep}node_modules`, `${sep}bench${sep}out`].some((part) => path.includes(part))

/** With the packages of this one. */
export async function copyOfRepository(name: string): Promise<Copy> {
  const root = repositoryRoot()
  const folder = await mkdtemp(join(tmpdir(), `aforo-${name}-`))
  const names = (await readdir(root)).filter((one) => !LEFT_OUT.has(one))
  await Promise.all(
    names.map((one) => cp(join(root, one), join(folder, one), { recursive: true, filter: (path) => !isLeftOut(path) })),
  )
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
