/** The result of a command of `npm run layout`: its exit code, its words, and the same as data. */
import type { DashboardFindings } from '#schemas/generated/entities/dashboard-findings.ts'
import type { Issue } from '#engine/types'

export interface Output {
  /** 0: done, or nothing differs. 1: something differs, or was refused. 2: it could not begin. */
  readonly exit: 0 | 1 | 2
  readonly text: string
  readonly json: unknown
  /** The server refused the token: another try would end the same. */
  readonly isTokenRefused?: boolean
}

/** A command that could not begin. */
export const failed = (message: string): Output => ({ exit: 2, text: message, json: { error: message } })

/** `layouts/x.json:12:5 error LAYOUT_UNKNOWN_KEY …`, as editors and terminals link it. */
export function issueLine(file: string, { range, severity, code, text, fix }: Issue): string {
  const patch = fix?.[0]
  const hint =
    patch === undefined
      ? ''
      : patch.op === 'replace'
        ? ` Did you mean ${JSON.stringify(patch.value)}?`
        : patch.op === 'move'
          ? ` Did you mean "${patch.path.split('/').at(-1) ?? ''}"?`
          : ''
  return `${file}:${range?.line ?? 1}:${range?.column ?? 1} ${severity} ${code} ${text}${hint}`
}

/** The same of a finding of a server. */
export const findingLine = (
  file: string,
  { line, column, severity, code, text }: DashboardFindings['issues'][number],
): string => `${file}:${line}:${column} ${severity} ${code} ${text}`

/** Why a file is left as it is. */
export type RefusalCode = 'LAYOUT_CHANGED_HERE' | 'LAYOUT_CONFLICT' | 'LAYOUT_NOT_ON_SERVER' | 'LAYOUT_READ_ONLY'

export const refusalLine = (file: string, code: RefusalCode, sentence: string): string => `${file}: ${code} ${sentence}`

/**
 * Characters that control a terminal, or change the direction of writing: names of dashboards are written by other
 * people.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const printable = (text: string): string => text.replace(STEERING, '\uFFFD')
