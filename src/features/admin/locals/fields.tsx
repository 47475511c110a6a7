/** The fields of the form of a local. */
import { COUNTRY_CODES } from '#domain/postal-code'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Dealership } from '#schemas/generated/entities/dealership.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import {
  CheckboxGroup,
  DateField,
  EntitySelector,
  FieldRow,
  FormSection,
  NumberField,
  Select,
  TextField,
  useUi,
} from '#ui'
import { useMemo } from 'react'
import { clientItems } from '../client-items.ts'
import { timeZoneOptions } from '../../lib/time-zones.ts'
import type { FieldsProps } from '../resource/resource.ts'
import { CoordinateField } from './coordinate-field.tsx'
import { PositionMap } from './position-map.tsx'
import { LOCAL_FLAGS, type LocalValues } from './values.ts'

export type LocalLists = readonly [readonly Client[], readonly Dealership[]]

export const LOCAL_TYPES: readonly LocalRecord['type'][] = [
  'store',
  'automotive',
  'office',
  'library',
  'market',
  'expo',
  'neighbourhood',
  'events',
  'mall',
  'stadium',
  'transport',
  'museum',
  'restoration',
]
export const LOCAL_STATUSES: readonly LocalRecord['paramStatus'][] = ['operative', 'installed', 'sold', 'unknown']

/** Countries in the reader's language. */
function useCountries() {
  const { locale } = useUi()
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' })
    const { compare } = new Intl.Collator(locale)
    return COUNTRY_CODES.map((code) => ({ id: code, label: names.of(code) ?? code, hint: code })).toSorted(
      (one, other) => compare(one.label, other.label),
    )
  }, [locale])
}

export function LocalFields({ form, lists: [clients, dealerships] }: FieldsProps<LocalValues, LocalLists>) {
  const { t, locale } = useUi()
  const { values } = form
  const { timeZone } = values
  const zones = useMemo(() => timeZoneOptions(locale, [timeZone]), [locale, timeZone])
  const client = form.field('client')
  return (
    <>
      <FormSection title={t('noun-locals:one')}>
        <TextField label={t('admin:name')} isRequired maxLength={200} {...form.field('name')} />
        <EntitySelector
          label={t('noun-locals:client')}
          isRequired
          items={clientItems(clients)}
          {...client}
          onChange={(next) => {
            client.onChange(next)
            form.set('dealership', null)
          }}
        />
        <TextField
          label={t('noun-locals:code')}
          help={t('noun-locals:codeHelp')}
          isRequired
          maxLength={60}
          {...form.field('code')}
        />
        <Select
          label={t('noun-locals:type')}
          isRequired
          options={LOCAL_TYPES.map((id) => ({ id, label: t(`noun-locals:types.${id}`) }))}
          {...form.field('type')}
        />
        <Select
          label={t('noun-locals:status')}
          isRequired
          options={LOCAL_STATUSES.map((id) => ({ id, label: t(`noun-locals:statuses.${id}`) }))}
          {...form.field('paramStatus')}
        />
        <Select
          label={t('noun-locals:timeZone')}
          help={t('noun-locals:timeZoneHelp')}
          isRequired
          options={zones}
          flaggedLabel={values.timeZone ?? ''}
          {...form.field('timeZone')}
        />
        <Select
          label={t('noun-locals:dealership')}
          help={t('noun-locals:dealershipHelp')}
          emptyLabel={t('noun-locals:noDealership')}
          isDisabled={values.client === null}
          options={dealerships.flatMap(({ id, name, client: of }) =>
            of === values.client ? [{ id, label: name }] : [],
          )}
          {...form.field('dealership')}
        />
        <DateField label={t('noun-locals:openedOn')} {...form.field('openedOn')} />
        <FieldRow>
          <CheckboxGroup
            label={t('noun-locals:flags')}
            error={null}
            value={values.flags}
            onChange={(flags) => form.set('flags', flags)}
            options={LOCAL_FLAGS.map((id) => ({ id, label: t(`noun-locals:flag.${id}`) }))}
          />
        </FieldRow>
      </FormSection>
      <Address form={form} />
      <FormSection title={t('noun-locals:ids')}>
        <TextField
          label={t('noun-locals:externalId')}
          help={t('noun-locals:externalIdHelp')}
          maxLength={100}
          {...form.field('externalId')}
        />
        <TextField label={t('noun-locals:oldId')} maxLength={100} {...form.field('oldId')} />
        <FieldRow>
          <TextField
            label={t('noun-locals:mapping')}
            help={t('noun-locals:mappingHelp')}
            maxLength={200}
            {...form.field('mapping')}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={t('noun-locals:people')}>
        <NumberField
          label={t('noun-locals:capacity')}
          help={t('noun-locals:capacityHelp')}
          min={1}
          max={1_000_000}
          {...form.field('capacity')}
        />
        <TextField
          label={t('noun-locals:limits')}
          help={t('noun-locals:limitsHelp')}
          placeholder="100, 85, 60"
          {...form.field('limits')}
        />
      </FormSection>
      <FormSection title={t('noun-locals:more')}>
        <FieldRow>
          <TextField label={t('noun-locals:comments')} rows={3} maxLength={2000} {...form.field('comments')} />
        </FieldRow>
        <FieldRow>
          <TextField
            label={t('noun-locals:information')}
            help={t('noun-locals:informationHelp')}
            rows={3}
            {...form.field('additionalInformation')}
          />
        </FieldRow>
      </FormSection>
    </>
  )
}

function Address({ form }: Pick<FieldsProps<LocalValues, LocalLists>, 'form'>) {
  const { t } = useUi()
  const countries = useCountries()
  const { lat, lng, name } = form.values
  const place = useMemo(
    () => (lat === null || lng === null || Number.isNaN(lat) || Number.isNaN(lng) ? null : { lat, lng }),
    [lat, lng],
  )
  const move = (to: { readonly lat: number; readonly lng: number }) => {
    form.set('lat', to.lat)
    form.set('lng', to.lng)
  }
  return (
    <FormSection title={t('noun-locals:address')}>
      <FieldRow>
        <TextField label={t('noun-locals:street')} maxLength={200} {...form.field('street')} />
      </FieldRow>
      <Select label={t('noun-locals:country')} isRequired options={countries} {...form.field('countryCode')} />
      <TextField label={t('noun-locals:zipCode')} isRequired maxLength={20} {...form.field('zipCode')} />
      <TextField label={t('noun-locals:locality')} maxLength={120} {...form.field('locality')} />
      <TextField label={t('noun-locals:region')} maxLength={120} {...form.field('region')} />
      <CoordinateField label={t('noun-locals:lat')} most={90} onPair={move} {...form.field('lat')} />
      <CoordinateField label={t('noun-locals:lng')} most={180} onPair={move} {...form.field('lng')} />
      <FieldRow>
        <PositionMap name={name} place={place} onMove={move} />
      </FieldRow>
    </FormSection>
  )
}
