/** Names of sections, filters, queries and widgets in the reader's language, as the panels list them. */
import { useCallback } from 'react'
import { useUi } from '#ui'
import { partName } from '../model/part-names.ts'
import type { PartKind } from '../model/step-names.ts'
import { useEditorState } from '../model/use-editor.tsx'
import { usePorts } from './ports.tsx'

export function usePartName(): (kind: PartKind, id: string) => string {
  const { t, locale } = useUi()
  const { widgetText, appText } = usePorts()
  const loaded = useEditorState((state) => state.loaded)
  return useCallback(
    (kind, id) => partName(loaded, kind, id, { t, locale, services: { widgetText }, text: appText }) ?? id,
    [loaded, t, locale, widgetText, appText],
  )
}

/** Name of a filter or a part of it: `periods.comparing.begin` is "Periods: first day of the period". */
export function usePlaceName(): (id: string) => string {
  const { t } = useUi()
  const nameOf = usePartName()
  return useCallback(
    (id) => {
      const [param = id, ...path] = id.split('.')
      return path.length === 0
        ? nameOf('param', param)
        : `${nameOf('param', param)}: ${t(`editor-panels:part.${path.join('_')}`)}`
    },
    [t, nameOf],
  )
}
