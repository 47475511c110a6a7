import { useState } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { Tabs } from '#ui'
import { useMedia } from '#ui/use-media.ts'
import { SharePair } from '../lib/share-pair.tsx'
import { metricName } from '../lib/measure.ts'
import { RECENCY_PALETTE } from '../lib/tones.ts'
import layout from '../lib/layout.module.css'
import type { RepetitionDonutsOptions } from './generated/options.ts'
import { hasNote } from './model.ts'

export { project } from './model.ts'

/** The row of tabs with its gap, higher where fingers press it, and the note under the donuts. */
const [TABS_PX, TOUCHED_TABS_PX] = [44, 56]
const NOTE_PX = 22

export default function RepetitionDonuts({
  projection,
  options,
  size,
  context,
  tab: chosen,
  onTab,
}: WidgetViewProps<RepetitionDonutsOptions>) {
  const [own, setOwn] = useState<string>(options.tab)
  const isThere = projection.parts?.some(({ id }) => id === chosen) === true
  const tab = isThere && chosen !== undefined ? chosen : own
  const tabs = useMedia('(pointer: coarse)') ? TOUCHED_TABS_PX : TABS_PX
  const room = { width: size.width, height: Math.max(0, size.height - tabs - NOTE_PX) }
  return (
    <div className={layout.part} style={{ height: size.height }}>
      <Tabs
        label={context.t('tabs.label')}
        value={tab}
        onChange={onTab ?? setOwn}
        tabs={(projection.parts ?? []).map(({ id, title, projection: part }) => ({
          id,
          label: title,
          content: (
            <SharePair
              projection={part}
              context={context}
              size={room}
              palette={RECENCY_PALETTE}
              shape="auto"
              totalLabel={metricName(context, 'identifiedVisits')}
            />
          ),
        }))}
      />
      {hasNote(projection) && (
        <p className={layout.note} title={projection.note}>
          {projection.note}
        </p>
      )}
    </div>
  )
}
