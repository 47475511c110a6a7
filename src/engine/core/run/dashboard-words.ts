/** The texts of a dashboard in its reader's language, which may become another one. */
import type { LayoutModel, ParamModel, WidgetModel } from '../document/model.ts'
import { readText } from '../document/text.ts'
import type { WidgetInfo } from '../params/state.ts'

export interface Words {
  text(raw: string | undefined): string
  label(param: ParamModel): string
  /** Every widget asks for its own at every drawing, so they are made once per language. */
  readonly widgets: Readonly<Record<string, WidgetInfo>>
  speak(locale: string): void
}

/** `app`: texts of the application, for keys that the layout lacks. */
export function createWords(
  { i18n, widgets }: LayoutModel,
  first: string,
  app: ((key: string) => string | undefined) | undefined,
): Words {
  let locale = first
  let infos: Words['widgets'] | undefined

  const text = (raw: string | undefined) => readText(raw, { i18n, locale, ...(app && { app }) })
  const widgetInfos = (): Words['widgets'] =>
    Object.fromEntries(
      [...widgets.values()].map((widget: WidgetModel): [string, WidgetInfo] => [
        widget.id,
        { id: widget.id, type: widget.type ?? '', title: text(widget.title), section: widget.section },
      ]),
    )

  return {
    text,
    label: ({ definition }) => text(definition.label),
    get widgets() {
      return (infos ??= widgetInfos())
    },
    speak(next) {
      locale = next
      infos = undefined
    },
  }
}
