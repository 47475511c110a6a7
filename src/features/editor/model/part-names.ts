/** Names of the parts of a document in the reader's language. */
import type { DashboardServices, LoadedLayout } from '#engine'
import { own } from '#engine/core/document/pointer'
import { readText } from '#engine/core/document/text'
import type { Translate } from '#ui'
import { queryNames } from './query-names.ts'
import type { PartKind } from './step-names.ts'

/** A text of the document in the reader's language. */
export const wordsOf = (
  { model }: LoadedLayout,
  raw: string | undefined,
  locale: string,
  app?: (key: string) => string | undefined,
): string => readText(raw, { i18n: model.i18n, locale, ...(app && { app }) })

/**
 * Name of a part of the document in the reader's language; undefined where it has no such part. Ids are for the
 * text of the document.
 */
export function partName(
  loaded: LoadedLayout,
  kind: PartKind,
  id: string,
  {
    t,
    locale,
    services,
    text,
  }: {
    t: Translate
    locale: string
    services: Pick<DashboardServices, 'widgetText'>
    text?: ((key: string) => string | undefined) | undefined
  },
): string | undefined {
  const { model } = loaded
  if (kind === 'widget') return model.widgets.has(id) ? titleIn(loaded, id, locale, services, text) : undefined
  const filter = (wanted: string) => {
    // A filter that a section declares has the section in its key; one with a mistake is in the document alone.
    const param: unknown =
      (model.params.get(wanted) ?? [...model.params.values()].find((one) => one.id === wanted))?.definition ??
      own(own(loaded.document, 'params'), wanted)
    const label = own(param, 'label')
    return param === undefined
      ? undefined
      : (typeof label === 'string' && wordsOf(loaded, label, locale, text)) || t('editor-panels:kind.param')
  }
  if (kind === 'param') return filter(id)
  if (kind === 'query') return queryNames(loaded.document ?? {}, t, (one) => filter(one) ?? one).get(id)
  if (kind === 'tab') {
    const tab = model.tabs.find((one) => one.id === id)
    return tab && wordsOf(loaded, tab.title, locale, text)
  }
  const at = model.sections.findIndex((section) => section.id === id)
  return at === -1
    ? undefined
    : wordsOf(loaded, model.sections[at]?.definition.title, locale, text) ||
        t('editor:section.untitled', { number: at + 1 })
}

/** Name of a widget: its title, else its type's name, else its id. */
export function titleIn(
  loaded: LoadedLayout,
  id: string,
  locale: string,
  { widgetText }: Pick<DashboardServices, 'widgetText'>,
  app?: (key: string) => string | undefined,
): string {
  const widget = loaded.model.widgets.get(id)
  if (widget?.title !== undefined && widget.title !== '') return wordsOf(loaded, widget.title, locale, app)
  return widget?.kind === 'live' ? widgetText(widget.type)('name') : id
}
