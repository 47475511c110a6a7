/** One place that knows every code of the engine, its severity and its English sentence. */
import type { Issue, Severity } from '../../types.ts'
import { split } from './pointer.ts'

type Params = Readonly<Record<string, string | number>>

const CATALOGUE = {
  LAYOUT_TOO_LARGE: ['error', 'The document has {{bytes}} bytes; at most {{max}} are read.'],
  LAYOUT_SYNTAX: ['error', 'This is not JSON: {{what}} at line {{line}}, column {{column}}.'],
  LAYOUT_COMMENT: ['error', 'A comment is not JSON; put notes elsewhere.'],
  LAYOUT_TRAILING_COMMA: ['error', 'A comma before a closing bracket is not JSON.'],
  LAYOUT_DUPLICATE_KEY: [
    'error',
    'The key "{{key}}" is written twice in the same object; the later one would silently win.',
  ],
  LAYOUT_KEY_REFUSED: ['error', '"{{key}}" is a reserved key.'],
  LAYOUT_TOO_DEEP: ['error', 'The document is nested more than {{max}} levels deep.'],
  LAYOUT_TOO_MANY_NODES: ['error', 'The document has more than {{max}} objects and lists.'],
  LAYOUT_TOO_MANY_VALUES: ['error', 'The document has more than {{max}} values.'],
  LAYOUT_TOO_MANY_WIDGETS: ['error', 'The document has {{count}} widgets; at most {{max}} are read.'],
  LAYOUT_NOT_AN_OBJECT: ['error', 'A layout is a JSON object; this is {{what}}.'],
  LAYOUT_FORMAT_UNKNOWN: ['error', '"{{value}}" is not a format; expected a whole number up to {{max}}.'],
  LAYOUT_FORMAT_NEWER: [
    'warning',
    'The document has format {{value}} and this version reads up to {{max}}; it is opened read-only and never saved.',
  ],
  LAYOUT_MIGRATED: ['info', 'The document was migrated from format {{from}} to {{to}}; saving stores the new form.'],
  LAYOUT_MIGRATION_FAILED: ['error', 'Migration from format {{from}} failed: {{reason}} The original is kept.'],
  LAYOUT_MIGRATION_LOSS: [
    'error',
    'Migration from format {{from}} would lose "{{id}}" without saying so. The original is kept.',
  ],
  LAYOUT_UNKNOWN_KEY: ['error', '"{{key}}" is not known here.'],
  LAYOUT_MISSING_KEY: ['error', '"{{key}}" is missing.'],
  LAYOUT_WRONG_TYPE: ['error', 'This is {{actual}}; expected {{expected}}.'],
  LAYOUT_NOT_ALLOWED: ['error', '{{value}} is not allowed; expected one of {{expected}}.'],
  LAYOUT_OUT_OF_RANGE: ['error', '{{value}} {{rule}}.'],
  LAYOUT_BAD_ID: ['error', '"{{key}}" is not an id: letters, digits and hyphens, a letter first, at most 64.'],
  LAYOUT_INVALID: ['error', '{{reason}}.'],

  WIDGET_UNKNOWN_TYPE: ['error', 'There is no widget type "{{type}}".'],
  WIDGET_OPTION_UNKNOWN: ['error', 'This widget has no option "{{key}}".'],
  WIDGET_OPTION_MISSING: ['error', 'The option "{{key}}" is missing.'],
  WIDGET_OPTION_TYPE: ['error', 'The option is {{actual}}; expected {{expected}}.'],
  WIDGET_OPTION_VALUE: ['error', '{{value}} is not allowed; expected one of {{expected}}.'],
  WIDGET_OPTION_RANGE: ['error', '{{value}} {{rule}}.'],
  WIDGET_OPTION_INVALID: ['error', '{{reason}}.'],
  WIDGET_VERSION_NEWER: ['error', 'The options have version {{value}} and this version reads up to {{max}}.'],
  WIDGET_MIGRATION_FAILED: [
    'error',
    'The options of version {{from}} could not be migrated: {{reason}} They are kept unchanged.',
  ],
  WIDGET_MIGRATED: ['info', 'The options were migrated from version {{from}} to {{to}}.'],
  WIDGET_INPUT_UNKNOWN: ['error', 'A {{type}} has no data input "{{input}}".'],
  WIDGET_INPUT_MISSING: ['error', 'A {{type}} needs the data input "{{input}}".'],
  WIDGET_COLUMN_MISSING: [
    'warning',
    'The input "{{input}}" needs the column "{{column}}", which its query and steps do not give.',
  ],
  WIDGET_EVENT_UNKNOWN: ['error', 'A {{type}} sends no event "{{event}}".'],
  WIDGET_EVENT_FIELD_UNKNOWN: ['error', 'The event "{{event}}" has no field "{{field}}".'],

  REFERENCE_UNKNOWN_PARAM: ['error', 'There is no filter "{{id}}".'],
  REFERENCE_UNKNOWN_PATH: ['error', 'The filter "{{id}}" has no part "{{path}}".'],
  REFERENCE_UNKNOWN_QUERY: ['error', 'There is no query "{{id}}".'],
  REFERENCE_UNKNOWN_WIDGET: ['error', 'There is no widget "{{id}}".'],
  REFERENCE_UNKNOWN_TAB: ['error', 'There is no tab "{{id}}".'],
  REPEAT_SOURCE_INVALID: ['error', 'A repeat needs either a filter, or a query with the column of its values.'],
  REPEAT_KIND_INVALID: ['error', 'A {{type}} filter has no values to repeat for; use {{kinds}}.'],
  REPEAT_COLUMN_UNKNOWN: [
    'error',
    'The data of "{{id}}" have no column "{{column}}" to split them by; its steps must keep it.',
  ],
  REPEAT_NESTED: ['error', 'The widget "{{id}}" repeats in a section that repeats; only one of them may.'],
  LINK_TARGET_INVALID: ['error', 'A link leads to one of a dashboard, a tab of this page, a page and an address.'],
  LINK_PAGE_UNKNOWN: ['error', 'There is no page "{{page}}" to lead to; expected one of {{expected}}.'],
  LINK_HOST_NOT_ALLOWED: [
    'error',
    'Links to "{{address}}" are not allowed; only https and these hosts are: {{hosts}}.',
  ],
  LINK_DASHBOARD_UNKNOWN: ['warning', 'There is no dashboard "{{id}}"; the link leads nowhere.'],
  LINK_NAME_UNKNOWN: ['warning', 'The text names the link "{{name}}", which the widget does not have.'],
  REFERENCE_CYCLE: ['error', 'These need each other: {{path}}.'],
  QUERY_UNKNOWN_SOURCE: ['error', 'There is no source "{{source}}".'],
  QUERY_ARG_UNKNOWN: ['error', 'The source {{source}} takes no argument "{{arg}}".'],
  QUERY_ARG_MISSING: ['error', 'The source {{source}} needs the argument "{{arg}}".'],
  STEP_UNKNOWN: ['error', 'There is no step "{{op}}".'],
  STEP_INVALID: ['error', 'Step {{index}} ({{op}}): {{reason}}.'],
  STEP_COLUMN_UNKNOWN: ['warning', 'Step {{index}} ({{op}}) reads the column "{{column}}", which it is not given.'],
  STEP_JOIN_TRANSFORMED: [
    'info',
    'The query "{{id}}" is joined as its source gives it; its own steps are not run there.',
  ],
  PARAM_DEFAULT_UNFIT: ['error', 'A {{type}} filter cannot have this default.'],
  PARAM_URL_UNFIT: ['error', 'A {{type}} filter cannot be kept in the address as {{shape}}.'],
  PARAM_OPTIONS_MISSING: ['error', 'A {{type}} filter needs options.'],
  PARAM_OPTIONS_COLUMN_UNKNOWN: [
    'error',
    'The query "{{query}}" has no column "{{column}}" for this list; it has {{columns}}.',
  ],
  PARAM_LEVELS_MISSING: ['error', 'A tree filter needs options.levels: the columns above its rows, from the top.'],
  PARAM_PREFIXES_MISSING: ['error', 'A prefix filter needs prefixes.'],
  PARAM_URL_TWICE: ['error', 'The address key "{{key}}" is used by "{{other}}" too.'],

  LINT_DEAD_PARAM: ['warning', 'Nothing uses the filter "{{id}}".'],
  LINT_UNUSED_QUERY: ['warning', 'Nothing uses the query "{{id}}".'],
  LINT_SAME_QUERY: ['warning', 'The query "{{id}}" requests the same as "{{other}}".'],
  LINT_WIDGET_NOWHERE: ['warning', 'The widget "{{id}}" is in no section, so it is not shown.'],
  LINT_WIDGET_TWICE: ['error', 'The widget "{{id}}" is in two sections; it is shown in the first.'],
  LINT_SECTION_TWICE: ['error', 'Two sections have the id "{{id}}"; the second one is left out.'],
  LINT_TAB_TWICE: ['error', 'Two tabs have the id "{{id}}"; the second one is left out.'],
  LINT_TAB_EMPTY: ['warning', 'No section is on the tab "{{id}}".'],
  LINT_CONTROL_ON_OTHER_TAB: [
    'warning',
    'The section "{{section}}" requires the filter "{{id}}", whose control is only on another tab.',
  ],
  LINT_COLLAPSE_UNTITLED: ['error', 'The section "{{id}}" can be collapsed and has no title to open it by.'],
  LINT_REPEAT_BOUND: [
    'warning',
    'This repeats {{count}} times; the first {{most}} are shown and {{rest}} are left out.',
  ],
  LINT_NOT_IN_GRID: ['warning', 'The widget "{{id}}" has no place in the {{size}} grid; one is found for it.'],
  LINT_GRID_STRANGER: ['warning', 'The {{size}} grid has a place for "{{id}}", which is not a widget.'],
  LINT_OVERLAP: ['warning', '"{{id}}" and "{{other}}" overlap in the {{size}} grid; the lower one is moved down.'],
  LINT_BEYOND_GRID: ['warning', '"{{id}}" ends at column {{end}} of the {{size}} grid, which has 12.'],
  LINT_BELOW_MINIMUM: [
    'warning',
    '"{{id}}" is {{w}} x {{h}} in the {{size}} grid; a {{type}} needs at least {{minW}} x {{minH}}.',
  ],
  LINT_NO_CONTROL: ['warning', 'The required filter "{{id}}" has no control on the page.'],
  LINT_SHADOWED_PARAM: ['warning', 'The filter "{{id}}" of the section "{{section}}" hides the one of the layout.'],
  LINT_TEXT_MISSING: ['error', 'The text "{{key}}" is missing in {{languages}}.'],
  LINT_TRANSLATION_MISSING: ['warning', 'The text "{{key}}" is missing in {{languages}}; the English one is shown.'],
  LINT_TEXT_UNUSED: ['warning', 'Nothing shows the text "{{key}}".'],
  LINT_REFRESH: [
    'warning',
    'The queries of this document refresh {{count}} times a minute; keep it at {{max}} or less.',
  ],
  LINT_FAN_OUT: [
    'warning',
    '{{count}} queries run once per store; more than {{max}} make a page slow for large clients.',
  ],
  LINT_LOAD_BUDGET: [
    'warning',
    'Opening this dashboard runs {{count}} different queries; more than {{max}} keep readers waiting.',
  ],
  LINT_ACCESS_UNKNOWN: ['error', 'There is no access flag "{{flag}}".'],
  LINT_ACCESS_PARENT: ['warning', 'The access flag "{{flag}}" needs "{{parent}}" too.'],
  LINT_READING_ORDER: [
    'warning',
    'The section "{{section}}" lists its widgets in another order than the large grid; the grid decides.',
  ],

  URL_VALUE_IGNORED: [
    'warning',
    '"{{value}}" in the address is not a value for {{param}} (expected {{expected}}); it was ignored.',
  ],
  URL_TAB_UNKNOWN: [
    'warning',
    'The address names the tab "{{tab}}", which this page does not have; the first tab is shown.',
  ],
  STORED_VALUE_IGNORED: ['info', 'The remembered value of {{param}} could not be read; the default is used.'],
  FILTER_FLAGGED: ['warning', '{{param}}: {{values}} is not available; it is struck through and not requested.'],
  FILTER_RESET: ['info', '{{param}}: {{values}} is no longer available; the default was chosen.'],
  FILTER_CLEARED: ['info', '{{param}}: {{values}} is no longer available; the filter was cleared.'],

  SOURCE_NETWORK: ['error', 'The server could not be reached.'],
  SOURCE_TIMEOUT: ['error', 'No answer within {{seconds}} s.'],
  SOURCE_REFUSED: ['error', 'The server refused the request with status {{status}}: {{reason}}'],
  SOURCE_FAILED: ['error', 'The server failed with status {{status}}: {{reason}}'],
  SOURCE_UNREADABLE: ['error', 'The answer could not be read: {{reason}}'],
  SOURCE_UNAUTHORIZED: ['error', 'Your session has expired. Sign in again.'],
  TRANSFORM_FAILED: ['error', 'A step failed: {{reason}}'],
} as const satisfies Record<string, readonly [Severity, string]>

export type IssueCode = keyof typeof CATALOGUE
/** @internal for tests */
export const ISSUE_CODES = Object.keys(CATALOGUE) as IssueCode[]

/**
 * English sentence of a code, with its placeholders.
 *
 * @internal for tests
 */
export const issueTemplate = (code: IssueCode): string => CATALOGUE[code][1]

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
    severity: extra.severity ?? CATALOGUE[code][0],
    pointer,
    ...(widget !== undefined && { widget }),
    message: code,
    params: shown,
    text: fill(CATALOGUE[code][1], params),
    ...(extra.fix && { fix: extra.fix }),
  }
}
