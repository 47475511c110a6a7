/**
 * The order of the tests' files: the longest first, so that no core waits at the end for one that began late. vitest
 * remembers how long they took, which a fresh clone does not, and then goes by size: what follows pages of the docs is
 * a small file, and would begin last.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allSlowTests } from './slow-tests.ts'

/** Files of one project share their processes and are read once: they stay together. The shortest ones come last. */
const PROJECTS = ['server', 'patient', 'rules', 'node']

interface Placed {
  readonly moduleId: string
  readonly project: { readonly name: string }
}

/** `files` with those of `long` first, in the order of `long`; the sort is stable. */
export function longestFirst<T extends Placed>(files: readonly T[], long: readonly string[]): T[] {
  const place = (names: readonly string[], isOne: (name: string) => boolean) => {
    const at = names.findIndex(isOne)
    return at === -1 ? names.length : at
  }
  const ofProject = ({ project }: T) => place(PROJECTS, (name) => name === project.name)
  const ofFile = ({ moduleId }: T) => place(long, (file) => moduleId.endsWith(`/${file}`))
  return files.toSorted((a, b) => ofProject(a) - ofProject(b) || ofFile(a) - ofFile(b))
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = allSlowTests().map(({ file }) => file)
    return longestFirst(await super.sort(files), long)
  }
}
