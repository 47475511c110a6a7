/** The areas that are counted apart, and when each is open: Monday to Sunday, with shifts. */
import { EmptyState, useUi } from '#ui'
import { StoreIcon } from '#ui/icons/index.tsx'
import type { StepProps } from './step.ts'
import { AreaWeek } from './area-week.tsx'
import { AddArea } from './add-area.tsx'

const without = <V,>(record: Readonly<Record<string, V>>, gone: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== gone))

export function ScheduleStep({ setup, change }: StepProps) {
  const { t } = useUi()
  const { areas } = setup
  return (
    <>
      <AddArea setup={setup} change={change} />
      {areas.length === 0 && <EmptyState compact icon={<StoreIcon size={20} />} title={t('noun-presetups:noAreas')} />}
      {areas.map((area) => (
        <AreaWeek
          key={area}
          area={area}
          setup={setup}
          onWeek={(week) => change(({ schedules }) => ({ schedules: { ...schedules, [area]: week } }))}
          onRemove={() =>
            change((now) => ({
              areas: now.areas.filter((one) => one !== area),
              schedules: without(now.schedules, area),
            }))
          }
        />
      ))}
    </>
  )
}
