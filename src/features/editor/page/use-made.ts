import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MEDIUM_FROM_PX } from '#engine/core/document/constants'
import { useUi } from '#ui'
import { partName } from '../model/part-names.ts'
import { createLive, type Live } from '../canvas/live.ts'
import { createEditor } from '../model/store.ts'
import type { Editor } from '../model/editor.ts'
import type { EditPageProps } from '../ports.ts'

/** The editor of one document for as long as the page is open. */
export function useMade({
  ports,
  opened,
  draft,
}: Pick<EditPageProps, 'ports' | 'opened' | 'draft'>): { editor: Editor; live: Live } | null {
  const { t, locale } = useUi()
  const said = useRef({ t, locale })
  useEffect(() => {
    said.current = { t, locale }
  }, [t, locale])
  const [made, setMade] = useState<{ editor: Editor; live: Live } | null>(null)
  const first = useRef({ ports, opened, draft })
  useLayoutEffect(() => {
    let current: { editor: Editor; live: Live } | undefined
    // In development React runs an effect twice: only the one that stays may ask.
    let stays = true
    queueMicrotask(() => {
      if (!stays) return
      const {
        ports: { context, clock, compute, live: options, names, usual, services, optionSchemas },
        opened: { text, revision, base, undo },
        draft: port,
      } = first.current
      // A widget that is added before they are here brings the query that its type names.
      let schemas: Awaited<ReturnType<typeof optionSchemas>> | undefined
      optionSchemas().then(
        (found) => {
          schemas = found
        },
        () => undefined,
      )
      const editor = createEditor({
        text,
        revision,
        context,
        clock,
        names,
        usual,
        schemaOf: (type) => schemas?.[type],
        nameOf: (loaded, kind, id) => partName(loaded, kind, id, { ...said.current, services, text: options.text }),
        ...(port && { draft: port }),
        ...(base !== undefined && { base }),
        ...(undo !== undefined && { undo }),
      })
      editor.setSize(innerWidth < MEDIUM_FROM_PX ? 'small' : 'large')
      const { loaded, doc } = editor.store.getState()
      current = { editor, live: createLive({ ...options, clock, compute, sources: context.sources }, loaded, doc) }
      setMade(current)
    })
    return () => {
      stays = false
      void current?.editor.flush()
      current?.editor.dispose()
      current?.live.dispose()
    }
  }, [])
  return made
}
