/** Files of one run that cannot be taken: all of them are reported at once. */
import { ImportError } from './import-error.ts'

export interface Refusal {
  readonly file: string
  readonly error: ImportError
}

export interface Refusals {
  readonly refusals: readonly Refusal[]
  /** Null when the job refused its file; any other failure is thrown on. */
  readonly attempt: <T>(file: string, job: () => Promise<T>) => Promise<T | null>
}

export function createRefusals(): Refusals {
  const refusals: Refusal[] = []
  return {
    refusals,
    async attempt(file, job) {
      try {
        return await job()
      } catch (error) {
        if (!(error instanceof ImportError)) throw error
        refusals.push({ file, error })
        return null
      }
    },
  }
}

/**
 * @param files how many there are
 * @throws {ImportError} of the only file that there is; of those among several, one that names all of them
 */
export function refuseAll(refusals: readonly Refusal[], files: number): void {
  const [first, ...others] = refusals
  if (first === undefined) return
  const { error } = first
  // An error of all files together has no file.
  if (others.length === 0 && (files === 1 || first.file === '')) throw error
  const details = { files: refusals.map(({ file, error: { code } }) => ({ file, code })) }
  if (others.length === 0)
    throw new ImportError(error.code, error.message, error.lines, {
      cause: error,
      details: { ...error.details, ...details },
    })
  throw new ImportError(
    error.code,
    `${refusals.length} of ${files} files cannot be taken. Nothing was loaded.`,
    refusals.flatMap(({ error: { code, message, lines } }) => [
      `${code}: ${message}`,
      ...lines.slice(0, 3).map((line) => `  ${line}`),
    ]),
    { cause: error, details },
  )
}
