/** The outside, and how the zones of several positions are distinguished. */
import { ZONES } from '#domain/points'
import { needsDistribution, OUTSIDE_TYPES, positionsOf, ZONE_DISTRIBUTIONS } from '#domain/presetup'
import { Notice, Select, TextField, useUi } from '#ui'
import type { StepProps } from './step.ts'
import css from '../site/site.module.css'

export function ZonesStep({ setup, problem, isChanged, change }: StepProps) {
  const { t } = useUi()
  const { zoneDistribution, zoneFloors, outsideType, positionsAreaRelation, areas } = setup
  const positions = positionsOf(setup.footscans)
  const isSeveral = needsDistribution(setup)
  return (
    <>
      <Select
        label={t('noun-presetups:outsideType')}
        help={t('noun-presetups:outsideHelp')}
        isRequired
        options={OUTSIDE_TYPES.map((id) => ({ id, label: t(`noun-presetups:outside.${id}`) }))}
        value={outsideType}
        error={isChanged && outsideType === null ? t('errors:OUTSIDE_TYPE_REQUIRED') : null}
        onChange={(next) => change({ outsideType: next })}
      />
      {isSeveral ? (
        <Select
          label={t('noun-presetups:zoneDistribution')}
          help={t('noun-presetups:distributionHelp')}
          isRequired
          options={ZONE_DISTRIBUTIONS.map((id) => ({ id, label: t(`noun-presetups:distribution.${id}`) }))}
          value={zoneDistribution === 'none' ? null : zoneDistribution}
          error={isChanged && zoneDistribution === 'none' ? t('errors:ZONE_DISTRIBUTION_REQUIRED') : null}
          onChange={(next) => change({ zoneDistribution: next ?? 'none' })}
        />
      ) : (
        <Notice>{t('noun-presetups:onePosition')}</Notice>
      )}
      {problem?.reason === 'areaUnknown' && (
        <Notice kind="bad">{t('errors:SETUP_AREA_NOT_FOUND', { area: problem.area })}</Notice>
      )}
      {isSeveral && zoneDistribution === 'floors' && (
        <div className={css.add} role="group" aria-label={t('noun-presetups:zoneFloors')}>
          {ZONES.map((zone) => (
            <TextField
              key={zone}
              label={t('noun-presetups:floorOf', { zone: t(`admin:site.zone.${zone}`) })}
              maxLength={40}
              value={zoneFloors[zone] ?? ''}
              onChange={(floor) => {
                const { [zone]: _gone, ...rest } = zoneFloors
                change({ zoneFloors: floor.trim() === '' ? rest : { ...rest, [zone]: floor } })
              }}
            />
          ))}
        </div>
      )}
      {positions.length > 0 && areas.length > 0 && (
        <div className={css.add} role="group" aria-label={t('noun-presetups:positionsAreas')}>
          {positions.map((position) => (
            <Select
              key={position}
              label={t('noun-presetups:areaOf', { position })}
              emptyLabel={t('noun-presetups:noArea')}
              options={areas.map((id) => ({ id, label: id }))}
              value={Object.hasOwn(positionsAreaRelation, position) ? (positionsAreaRelation[position] ?? null) : null}
              onChange={(area) => {
                const rest = Object.fromEntries(
                  Object.entries(positionsAreaRelation).filter(([name]) => name !== position),
                )
                change({ positionsAreaRelation: area === null ? rest : { ...rest, [position]: area } })
              }}
            />
          ))}
        </div>
      )}
    </>
  )
}
