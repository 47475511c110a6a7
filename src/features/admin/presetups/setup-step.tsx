import type { PresetupPart, Setup } from '#domain/presetup'
import { useUi } from '#ui'
import { PointsEditor } from '../site/points-editor.tsx'
import { FootscansStep } from './footscans-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { ScheduleStep } from './schedule-step.tsx'
import type { StepProps } from './step.ts'
import { ZonesStep } from './zones-step.tsx'

export function Step({ step, place, ...props }: StepProps & { step: PresetupPart; place: string }) {
  const { t } = useUi()
  switch (step) {
    case 'place':
      return <PlaceStep {...props} place={place} />
    case 'footscans':
      return <FootscansStep {...props} />
    case 'people':
      return <PeopleStep {...props} />
    case 'schedule':
      return <ScheduleStep {...props} />
    case 'zones':
      return <ZonesStep {...props} />
    case 'points':
      return (
        <PointsEditor
          points={props.setup.points}
          areas={props.setup.areas}
          noAreas={t('noun-presetups:areasFirst')}
          onChange={(points) => props.change({ points: points as Setup['points'] })}
        />
      )
  }
}
