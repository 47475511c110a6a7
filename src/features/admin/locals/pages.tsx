/** Locals: their list, what their form asks, and what belongs to one. */
import { addressProblem, areOrdered, isPosition } from '#domain/local-rules'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { atMost, mandatory, nameRules, type Translate } from '#ui'
import { VenueIcon } from '#ui/icons/areas.tsx'
import { readLines } from '../data-lines.ts'
import { PATHS } from '../paths.ts'
import { RemoveDialog } from '../places/remove-dialog.tsx'
import { resourcePages } from '../resource/pages.tsx'
import type { ResourcePages } from '../resource/resource-pages.ts'
import type { RemovalProps } from '../resource/resource.ts'
import { LocalFields, type LocalLists } from './fields.tsx'
import { LocalsPage } from './locals-page.tsx'
import { LocalParts } from './parts.tsx'
import { useLocalLists } from './use-local-lists.ts'
import { localDraftOf, type LocalValues, localValuesOf, NEW_LOCAL, readLimits } from './values.ts'

function Removal({ entity: { id, name }, onClose, onRemoved }: RemovalProps<LocalRecord>) {
  return <RemoveDialog place={{ kind: 'local', id, name }} onClose={onClose} onRemoved={onRemoved} />
}

/** Half a position, or no number of degrees up to `most`. */
function degreesProblem(t: Translate, own: number | null, other: number | null, most: number): string | null {
  if (Number.isNaN(own)) return t('noun-locals:degreesInvalid', { most })
  return isPosition(own, other) || own !== null ? null : t('noun-locals:halfPosition')
}

const forms = resourcePages<LocalRecord, LocalRecordDraft, LocalValues, LocalLists>({
  name: 'locals',
  words: 'noun-locals:',
  icon: VenueIcon,
  collection: (api) => api.entries('locals', 'management/locals'),
  isLarge: true,
  label: ({ name }) => name,
  columns: () => [],
  useLists: useLocalLists,
  initial: NEW_LOCAL,
  initialAt: ({ client = null }) => ({ client }),
  valuesOf: localValuesOf,
  draftOf: localDraftOf,
  rules: (t) => ({
    name: [...nameRules, atMost(200)],
    client: mandatory,
    code: [mandatory, atMost(60)],
    type: mandatory,
    paramStatus: mandatory,
    timeZone: mandatory,
    countryCode: mandatory,
    zipCode: (zipCode, { countryCode }) => {
      const problem = addressProblem(countryCode, zipCode)
      if (problem === 'zipCodeRequired' || (problem === 'countryRequired' && zipCode.trim() === ''))
        return { code: 'mandatory' }
      return problem === 'zipCodeInvalid' ? t('noun-locals:zipCodeInvalid', { country: countryCode ?? '' }) : null
    },
    lat: (lat, { lng }) => degreesProblem(t, lat, lng, 90),
    lng: (lng, { lat }) => degreesProblem(t, lng, lat, 180),
    limits: (text) => {
      const limits = readLimits(text)
      if (limits === null) return t('noun-locals:limitsInvalid')
      return areOrdered(limits) ? null : t('noun-locals:limitsOrder')
    },
    comments: atMost(2000),
    additionalInformation: (text) => {
      const { wrong } = readLines(text)
      return wrong === undefined ? null : t('noun-locals:informationInvalid', { line: wrong })
    },
  }),
  Fields: LocalFields,
  Removal,
  Parts: LocalParts,
  related: (t, { id, client }) => [
    { label: t('noun-locals:toClient'), href: PATHS.clients.edit(client) },
    { label: t('admin:modules.title'), href: `${PATHS.modules}?client=${client}&local=${id}` },
    { label: t('noun-locals:toPlaces'), href: `${PATHS.places}?client=${client}` },
  ],
  places: (t) => ({
    NAME_TAKEN: ({ field }) => (field === 'name' ? { field } : { field: 'code', text: t('noun-locals:codeTaken') }),
    CLIENT_NOT_FOUND: 'client',
    DEALERSHIP_NOT_FOUND: 'dealership',
    PLACE_TIME_ZONE_INVALID: 'timeZone',
    LOCAL_ADDRESS_INVALID: 'zipCode',
    LOCAL_POSITION_INVALID: 'lat',
    LOCAL_LIMITS_INVALID: 'limits',
    LOCAL_EXTERNAL_CODE_REQUIRED: 'externalId',
    LOCAL_CHANGE_NOT_ALLOWED: ({ field }) => ({ field: field === 'client' ? 'client' : 'timeZone' }),
  }),
})

const pages: ResourcePages = { ...forms, ListPage: LocalsPage }
export default pages
