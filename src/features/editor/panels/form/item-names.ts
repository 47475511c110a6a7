/** Names of the fields of small records: thresholds, measures and names look alike in every widget. */
import type { Translate } from '#ui'

/** Properties with a text in `editor-panels:item.*`; a test holds them equal to the widgets' schemas. */
export const ITEM_FIELDS: readonly string[] = [
  'axis',
  'column',
  'from',
  'id',
  'kind',
  'label',
  'mark',
  'measure',
  'name',
  'stacked',
  'tone',
  'value',
  'word',
]
/** Choices with a text in `editor-panels:itemValue.*`. */
export const ITEM_VALUES: readonly string[] = [
  'area',
  'auto',
  'bad',
  'bar',
  'change',
  'course',
  'good',
  'left',
  'line',
  'neutral',
  'right',
  'status',
  'warn',
]

export const itemFieldName = (t: Translate, key: string): string =>
  ITEM_FIELDS.includes(key) ? t(`editor-panels:item.${key}`) : key
export const itemValueName = (t: Translate, value: string): string =>
  ITEM_VALUES.includes(value) ? t(`editor-panels:itemValue.${value}`) : value
