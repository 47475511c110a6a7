/** A local in its form, and back. */
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { readLines, writeLines } from '../data-lines.ts'

export const LOCAL_FLAGS = ['enabled', 'preSealed', 'bigVenues', 'corporate'] as const
export type LocalFlag = (typeof LOCAL_FLAGS)[number]

export interface LocalValues {
  readonly client: number | null
  readonly name: string
  readonly code: string
  readonly type: LocalRecord['type'] | null
  readonly paramStatus: LocalRecord['paramStatus'] | null
  readonly timeZone: string | null
  readonly dealership: number | null
  readonly flags: readonly LocalFlag[]
  readonly street: string
  readonly zipCode: string
  readonly locality: string
  readonly region: string
  readonly countryCode: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly externalId: string
  readonly oldId: string
  readonly mapping: string
  readonly openedOn: string | null
  readonly capacity: number | null
  readonly limits: string
  readonly comments: string
  readonly additionalInformation: string
}

export const NEW_LOCAL: LocalValues = {
  client: null,
  name: '',
  code: '',
  type: 'store',
  paramStatus: 'operative',
  timeZone: null,
  dealership: null,
  flags: ['enabled'],
  street: '',
  zipCode: '',
  locality: '',
  region: '',
  countryCode: null,
  lat: null,
  lng: null,
  externalId: '',
  oldId: '',
  mapping: '',
  openedOn: null,
  capacity: null,
  limits: '',
  comments: '',
  additionalInformation: '',
}

/** Whole numbers between commas, blanks or semicolons; null where one is none. */
export function readLimits(text: string): number[] | null {
  const parts = text.split(/[\s,;%]+/).filter(Boolean)
  const limits = parts.map(Number)
  return limits.every((limit) => Number.isInteger(limit) && limit >= 1 && limit <= 200) ? limits : null
}

export const localValuesOf = ({ geo, ...local }: LocalRecord): LocalValues => ({
  client: local.client,
  name: local.name,
  code: local.code,
  type: local.type,
  paramStatus: local.paramStatus,
  timeZone: local.timeZone,
  dealership: local.dealership,
  flags: LOCAL_FLAGS.filter((flag) => local[flag]),
  street: geo.street ?? '',
  zipCode: geo.zipCode ?? '',
  locality: geo.locality ?? '',
  region: geo.region ?? '',
  countryCode: geo.countryCode,
  lat: geo.lat,
  lng: geo.lng,
  externalId: local.externalId ?? '',
  oldId: local.oldId ?? '',
  mapping: local.mapping ?? '',
  openedOn: local.openedOn,
  capacity: local.capacity,
  limits: local.limits.join(', '),
  comments: local.comments,
  additionalInformation: writeLines(local.additionalInformation),
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export function localDraftOf(values: LocalValues): LocalRecordDraft {
  const read = readLines(values.additionalInformation)
  return {
    client: values.client ?? 0,
    name: values.name.trim(),
    code: values.code.trim(),
    type: values.type ?? 'store',
    paramStatus: values.paramStatus ?? 'operative',
    timeZone: values.timeZone ?? '',
    dealership: values.dealership,
    ...(Object.fromEntries(LOCAL_FLAGS.map((flag) => [flag, values.flags.includes(flag)])) as Record<
      LocalFlag,
      boolean
    >),
    geo: {
      street: orNull(values.street),
      zipCode: orNull(values.zipCode),
      locality: orNull(values.locality),
      region: orNull(values.region),
      countryCode: values.countryCode,
      lat: values.lat,
      lng: values.lng,
    },
    externalId: orNull(values.externalId),
    oldId: orNull(values.oldId),
    mapping: orNull(values.mapping),
    openedOn: values.openedOn,
    capacity: values.capacity,
    limits: readLimits(values.limits) ?? [],
    comments: values.comments.trim(),
    additionalInformation: read.wrong === undefined ? read.data : {},
  }
}
