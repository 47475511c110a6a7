/**
 * The English sentence of every code of the engine. A page that shows a document of the product does without: it was
 * checked when it was built, and what comes up while it runs is said in the reader's language.
 */
export const SENTENCES = {
  LAYOUT_TOO_LARGE: 'The document has {{bytes}} bytes; at most {{max}} are read.',
  LAYOUT_SYNTAX: 'This is not JSON: {{what}} at line {{line}}, column {{column}}.',
  LAYOUT_COMMENT: 'A comment is not JSON; put notes elsewhere.',
  LAYOUT_TRAILING_COMMA: 'A comma before a closing bracket is not JSON.',
  LAYOUT_DUPLICATE_KEY: 'The key "{{key}}" is written twice in the same object; the later one would silently win.',
  LAYOUT_KEY_RESERVED: '"{{key}}" is a reserved key.',
  LAYOUT_TOO_DEEP: 'The document is nested more than {{max}} levels deep.',
  LAYOUT_TOO_MANY_NODES: 'The document has more than {{max}} objects and lists.',
  LAYOUT_TOO_MANY_VALUES: 'The document has more than {{max}} values.',
  LAYOUT_TOO_MANY_WIDGETS: 'The document has {{count}} widgets; at most {{max}} are read.',
  LAYOUT_NOT_AN_OBJECT: 'A layout is a JSON object; this is {{what}}.',
  LAYOUT_FORMAT_UNKNOWN: '"{{value}}" is not a format; expected a whole number up to {{max}}.',
  LAYOUT_FORMAT_NEWER:
    'The document has format {{value}} and this version reads up to {{max}}; it is opened read-only and never saved.',
  LAYOUT_MIGRATED: 'The document was migrated from format {{from}} to {{to}}; saving stores the new form.',
  LAYOUT_MIGRATION_FAILED: 'Migration from format {{from}} failed: {{reason}} The original is kept.',
  LAYOUT_MIGRATION_LOSS: 'Migration from format {{from}} would lose "{{id}}" without saying so. The original is kept.',
  LAYOUT_UNKNOWN_KEY: '"{{key}}" is not known here.',
  LAYOUT_MISSING_KEY: '"{{key}}" is missing.',
  LAYOUT_WRONG_TYPE: 'This is {{actual}}; expected {{expected}}.',
  LAYOUT_NOT_ALLOWED: '{{value}} is not allowed; expected one of {{expected}}.',
  LAYOUT_OUT_OF_RANGE: '{{value}} {{rule}}.',
  LAYOUT_BAD_ID: '"{{key}}" is not an id: letters, digits and hyphens, a letter first, at most 64.',
  LAYOUT_INVALID: '{{reason}}.',

  WIDGET_UNKNOWN_TYPE: 'There is no widget type "{{type}}".',
  WIDGET_OPTION_UNKNOWN: 'This widget has no option "{{key}}".',
  WIDGET_OPTION_MISSING: 'The option "{{key}}" is missing.',
  WIDGET_OPTION_TYPE: 'The option is {{actual}}; expected {{expected}}.',
  WIDGET_OPTION_VALUE: '{{value}} is not allowed; expected one of {{expected}}.',
  WIDGET_OPTION_RANGE: '{{value}} {{rule}}.',
  WIDGET_OPTION_INVALID: '{{reason}}.',
  WIDGET_OPTION_COLUMN_UNKNOWN:
    'The option "{{option}}" names the column "{{column}}", which the widget\'s queries and steps do not give.',
  WIDGET_VERSION_NEWER: 'The options have version {{value}} and this version reads up to {{max}}.',
  WIDGET_MIGRATION_FAILED: 'The options of version {{from}} could not be migrated: {{reason}} They are kept unchanged.',
  WIDGET_MIGRATED: 'The options were migrated from version {{from}} to {{to}}.',
  WIDGET_INPUT_UNKNOWN: 'A {{type}} has no data input "{{input}}".',
  WIDGET_INPUT_MISSING: 'A {{type}} needs the data input "{{input}}".',
  WIDGET_COLUMN_MISSING: 'The input "{{input}}" needs the column "{{column}}", which its query and steps do not give.',
  WIDGET_EVENT_UNKNOWN: 'A {{type}} sends no event "{{event}}".',
  WIDGET_EVENT_FIELD_UNKNOWN: 'The event "{{event}}" has no field "{{field}}".',
  GESTURE_KIND_MISMATCH: 'The event "{{event}}" gives {{gives}}, but "{{set}}" takes {{takes}}: it would set nothing.',
  GESTURE_TARGET_INVALID:
    'The event "{{event}}" cannot set "{{set}}" (kind {{type}}). Parts that an event can set: {{places}}.',

  REFERENCE_UNKNOWN_PARAM: 'There is no filter "{{id}}".',
  REFERENCE_UNKNOWN_PATH: 'The filter "{{id}}" has no part "{{path}}".',
  REFERENCE_UNKNOWN_QUERY: 'There is no query "{{id}}".',
  REFERENCE_UNKNOWN_WIDGET: 'There is no widget "{{id}}".',
  REFERENCE_UNKNOWN_TAB: 'There is no tab "{{id}}".',
  REPEAT_SOURCE_INVALID: 'A repeat needs either a filter, or a query with the column of its values.',
  REPEAT_KIND_INVALID: 'A {{type}} filter has no values to repeat for; use {{kinds}}.',
  REPEAT_COLUMN_UNKNOWN: 'The data of "{{id}}" have no column "{{column}}" to split them by; its steps must keep it.',
  REPEAT_NESTED: 'The widget "{{id}}" repeats in a section that repeats; only one of them may.',
  LINK_TARGET_INVALID: 'A link leads to one of a dashboard, a tab of this page, a page and an address.',
  LINK_PAGE_UNKNOWN: 'There is no page "{{page}}" to lead to; expected one of {{expected}}.',
  LINK_HOST_NOT_ALLOWED: 'Links to "{{address}}" are not allowed; only https and these hosts are: {{hosts}}.',
  LINK_DASHBOARD_UNKNOWN: 'There is no dashboard "{{id}}"; the link leads nowhere.',
  LINK_NAME_UNKNOWN: 'The text names the link "{{name}}", which the widget does not have.',
  REFERENCE_CYCLE: 'These need each other: {{path}}.',
  QUERY_UNKNOWN_SOURCE: 'There is no source "{{source}}".',
  QUERY_ARG_UNKNOWN: 'The source {{source}} takes no argument "{{arg}}".',
  QUERY_ARG_MISSING: 'The source {{source}} needs the argument "{{arg}}".',
  STEP_UNKNOWN: 'There is no step "{{op}}".',
  STEP_INVALID: 'Step {{index}} ({{op}}): {{reason}}.',
  STEP_COLUMN_UNKNOWN: 'Step {{index}} ({{op}}) reads the column "{{column}}", which it is not given.',
  STEP_JOIN_TRANSFORMED: 'The query "{{id}}" is joined as its source gives it; its own steps are not run there.',
  STEP_UNITS_DIFFER: 'Step {{index}} adds {{unit}} to {{other}}; add measures of one unit, or divide one by the other.',
  STEP_MEASURE_NOT_ADDITIVE:
    'Step {{index}} adds up the column "{{column}}" ({{unit}}), which has no sum; use the measures that it is made of.',
  WIDGET_UNITS_DIFFER:
    'The column "{{column}}" ({{unit}}) is compared with "{{measure}}" ({{other}}), which has another unit.',
  PARAM_DEFAULT_NOT_LISTED: 'The default {{value}} is not in the list of the filter.',
  QUERY_ARG_INVALID: 'The argument "{{arg}}" of {{source}} takes {{type}}; {{value}} is none.',
  PARAM_DEFAULT_INVALID: 'A {{type}} filter cannot have this default.',
  PARAM_URL_INVALID: 'A {{type}} filter cannot be kept in the address as {{shape}}.',
  PARAM_OPTIONS_MISSING: 'A {{type}} filter needs options.',
  PARAM_OPTIONS_COLUMN_UNKNOWN: 'The query "{{query}}" has no column "{{column}}" for this list; it has {{columns}}.',
  PARAM_LEVELS_MISSING: 'A tree filter needs options.levels: the columns above its rows, from the top.',
  PARAM_PREFIXES_MISSING: 'A prefix filter needs prefixes.',
  PARAM_URL_TWICE: 'The address key "{{key}}" is used by "{{other}}" too.',

  LINT_DEAD_PARAM: 'Nothing uses the filter "{{id}}".',
  LINT_UNUSED_QUERY: 'Nothing uses the query "{{id}}".',
  LINT_SAME_QUERY: 'The query "{{id}}" requests the same as "{{other}}".',
  LINT_WIDGET_NOWHERE: 'The widget "{{id}}" is in no section, so it is not shown.',
  LINT_WIDGET_TWICE: 'The widget "{{id}}" is in two sections; it is shown in the first.',
  LINT_SECTION_TWICE: 'Two sections have the id "{{id}}"; the second one is left out.',
  LINT_TAB_TWICE: 'Two tabs have the id "{{id}}"; the second one is left out.',
  LINT_TAB_EMPTY: 'No section is on the tab "{{id}}".',
  LINT_CONTROL_ON_OTHER_TAB:
    'The section "{{section}}" requires the filter "{{id}}", whose control is only on another tab.',
  LINT_COLLAPSE_UNTITLED: 'The section "{{id}}" can be collapsed and has no title to open it by.',
  LINT_REPEAT_BOUND: 'This repeats {{count}} times; the first {{most}} are shown and {{rest}} are left out.',
  LINT_NOT_IN_GRID: 'The widget "{{id}}" has no place in the {{size}} grid; one is found for it.',
  LINT_GRID_STRANGER: 'The {{size}} grid has a place for "{{id}}", which is not a widget.',
  LINT_OVERLAP: '"{{id}}" and "{{other}}" overlap in the {{size}} grid; the lower one is moved down.',
  LINT_BEYOND_GRID: '"{{id}}" ends at column {{end}} of the {{size}} grid, which has 12.',
  LINT_BELOW_MINIMUM: '"{{id}}" is {{w}} x {{h}} in the {{size}} grid; a {{type}} needs at least {{minW}} x {{minH}}.',
  LINT_MAY_BE_EMPTY: 'The filter "{{id}}" may be left empty, and {{source}} needs "{{arg}}": nothing is asked then.',
  LINT_NO_CONTROL: 'The required filter "{{id}}" has no control on the page.',
  LINT_SHADOWED_PARAM: 'The filter "{{id}}" of the section "{{section}}" hides the one of the layout.',
  LINT_TEXT_MISSING: 'The text "{{key}}" is missing in {{languages}}.',
  LINT_TRANSLATION_MISSING: 'The text "{{key}}" is missing in {{languages}}; the English one is shown.',
  LINT_TEXT_UNUSED: 'Nothing shows the text "{{key}}".',
  LINT_REFRESH: 'The queries of this document refresh {{count}} times a minute; keep it at {{max}} or less.',
  LINT_FAN_OUT: '{{count}} queries run once per store; more than {{max}} make a page slow for large clients.',
  LINT_LOAD_BUDGET: 'Opening this dashboard runs {{count}} different queries; more than {{max}} keep readers waiting.',
  LINT_ACCESS_UNKNOWN: 'There is no access flag "{{flag}}".',
  LINT_ACCESS_PARENT: 'The access flag "{{flag}}" needs "{{parent}}" too.',
  LINT_READING_ORDER:
    'The section "{{section}}" lists its widgets in another order than the large grid; the grid decides.',

  URL_VALUE_IGNORED: '"{{value}}" in the address is not a value for {{param}} (expected {{expected}}); it was ignored.',
  URL_TAB_UNKNOWN: 'The address names the tab "{{tab}}", which this page does not have; the first tab is shown.',
  STORED_VALUE_IGNORED: 'The remembered value of {{param}} could not be read; the default is used.',
  FILTER_FLAGGED: '{{param}}: {{values}} is not available; it is struck through and not requested.',
  FILTER_RESET: '{{param}}: {{values}} is no longer available; the default was chosen.',
  FILTER_CLEARED: '{{param}}: {{values}} is no longer available; the filter was cleared.',

  SOURCE_NETWORK: 'The server could not be reached.',
  SOURCE_TIMEOUT: 'No answer within {{seconds}} s.',
  SOURCE_REFUSED: 'The server refused the request with status {{status}}: {{reason}}',
  SOURCE_FAILED: 'The server failed with status {{status}}: {{reason}}',
  SOURCE_UNREADABLE: 'The answer could not be read: {{reason}}',
  SOURCE_UNAUTHORIZED: 'Your session has expired. Sign in again.',
  TRANSFORM_FAILED: 'A step failed: {{reason}}',
} as const satisfies Record<string, string>

export type IssueCode = keyof typeof SENTENCES
/** @internal for tests */
export const ISSUE_CODES = Object.keys(SENTENCES) as IssueCode[]

/**
 * With its placeholders.
 *
 * @internal for tests
 */
export const issueTemplate = (code: IssueCode): string => SENTENCES[code]
