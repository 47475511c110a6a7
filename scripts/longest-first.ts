/**
 * The order of the tests' files: the longest first, so that no core waits at the end for one that began late. vitest
 * remembers how long they took, which a fresh clone does not, and then goes by size: what follows pages of the docs is a
 * small file, and would begin last.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of one project share their processes and are read once: they stay together. The shortest ones come last. */
const PROJECTS = ['server', 'patient', 'rules', 'node']

/** Files that take more than five seconds of a core, or of waiting; the longest first. */
export const LONG = [
  'tests/workshop/followed.test.ts',
  'server/fuzz.test.ts',
  'tests/authz/matrix.test.ts',
  'tests/docs/operate.test.ts',
  'server/start.test.ts',
  'tests/crash/crash-loop.test.ts',
  'server/facts/merged-imports.test.ts',
  'tests/crash/rotate-key.test.ts',
  'server/modules/uploads/corpus.test.ts',
  'server/backup/backup.test.ts',
  'server/simulator/replay.test.ts',
  'server/doctor/damage.test.ts',
  'server/modules/audit/archives.test.ts',
  'tests/crash/ingest-loop.test.ts',
  'server/modules/ingest/order.test.ts',
  'tests/crash/upload-loop.test.ts',
  'server/outage.test.ts',
  'tests/workshop/write-a-widget.test.ts',
  'server/frozen.test.ts',
  'server/key-check.test.ts',
  'tests/crash/restore.test.ts',
  'tests/e2e/home.e2e.ts',
  'tests/e2e/states.e2e.ts',
  'tests/e2e/status.e2e.ts',
  'tests/e2e/compare.e2e.ts',
  'tests/e2e/filters.e2e.ts',
  'tests/e2e/screens.e2e.ts',
  'tests/e2e/session.e2e.ts',
  'tests/e2e/admin.e2e.ts',
  'tests/e2e/editor.e2e.ts',
]

interface Placed {
  readonly moduleId: string
  readonly project: { readonly name: string }
}

/** `files` in this order; what it does not tell apart stays in the order it has. */
export function longestFirst<T extends Placed>(files: readonly T[]): T[] {
  const place = (names: readonly string[], isOne: (name: string) => boolean) => {
    const at = names.findIndex(isOne)
    return at === -1 ? names.length : at
  }
  const ofProject = ({ project }: T) => place(PROJECTS, (name) => name === project.name)
  const ofFile = ({ moduleId }: T) => place(LONG, (file) => moduleId.endsWith(`/${file}`))
  return files.toSorted((a, b) => ofProject(a) - ofProject(b) || ofFile(a) - ofFile(b))
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files))
  }
}
