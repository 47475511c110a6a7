/** Makes the issues of the engine; each code has its severity here, and its sentence in `issue-sentences.ts`. */
import type { Issue, Severity } from '../../types.ts'
import type { IssueCode } from './issue-sentences.ts'
import { split } from './pointer.ts'

export type { IssueCode }
type Params = Readonly<Record<string, string | number>>

/** Everything else is an error. */
const MILD: Readonly<Partial<Record<IssueCode, Severity>>> = {
  LAYOUT_FORMAT_NEWER: 'warning',
  WIDGET_COLUMN_MISSING: 'warning',
  WIDGET_UNITS_DIFFER: 'warning',
  LINK_DASHBOARD_UNKNOWN: 'warning',
  LINK_NAME_UNKNOWN: 'warning',
  STEP_COLUMN_UNKNOWN: 'warning',
  LINT_DEAD_PARAM: 'warning',
  LINT_UNUSED_QUERY: 'warning',
  LINT_SAME_QUERY: 'warning',
  LINT_WIDGET_NOWHERE: 'warning',
  LINT_TAB_EMPTY: 'warning',
  LINT_CONTROL_ON_OTHER_TAB: 'warning',
  LINT_REPEAT_BOUND: 'warning',
  LINT_NOT_IN_GRID: 'warning',
  LINT_GRID_STRANGER: 'warning',
  LINT_OVERLAP: 'warning',
  LINT_BEYOND_GRID: 'warning',
  LINT_BELOW_MINIMUM: 'warning',
  LINT_MAY_BE_EMPTY: 'warning',
  LINT_NO_CONTROL: 'warning',
  LINT_SHADOWED_PARAM: 'warning',
  LINT_TRANSLATION_MISSING: 'warning',
  LINT_TEXT_UNUSED: 'warning',
  LINT_REFRESH: 'warning',
  LINT_FAN_OUT: 'warning',
  LINT_LOAD_BUDGET: 'warning',
  LINT_ACCESS_PARENT: 'warning',
  LINT_READING_ORDER: 'warning',
  URL_VALUE_IGNORED: 'warning',
  URL_TAB_UNKNOWN: 'warning',
  FILTER_FLAGGED: 'warning',
  LAYOUT_MIGRATED: 'info',
  WIDGET_MIGRATED: 'info',
  STEP_JOIN_TRANSFORMED: 'info',
  STORED_VALUE_IGNORED: 'info',
  FILTER_RESET: 'info',
  FILTER_CLEARED: 'info',
}

let sentences: Readonly<Record<IssueCode, string>> | undefined

/** Sets the texts of issues; without them the code is shown. */
export function learnSentences(all: Readonly<Record<IssueCode, string>>): void {
  sentences = all
}

/** Fills `{{name}}` in; texts come from documents, so they are cut to a readable length. */
function fill(template: string, params: Params): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => short(params[name] ?? ''))
}

const short = (value: string | number): string => {
  const text = String(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

export type Fix = NonNullable<Issue['fix']>

/** Makes an issue. The widget is read from the pointer when it lies inside one. */
export function issue(
  code: IssueCode,
  pointer: string,
  params: Params = {},
  extra: { fix?: Fix; widget?: string; severity?: Severity } = {},
): Issue {
  const parts = split(pointer)
  const widget = extra.widget ?? (parts[0] === 'widgets' ? parts[1] : undefined)
  const shown = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? short(value) : value]),
  )
  return {
    code,
    severity: extra.severity ?? MILD[code] ?? 'error',
    pointer,
    ...(widget !== undefined && { widget }),
    message: code,
    params: shown,
    text: sentences === undefined ? code : fill(sentences[code], params),
    ...(extra.fix && { fix: extra.fix }),
  }
}
