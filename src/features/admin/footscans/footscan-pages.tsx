/** A new footscan, which gets its first key at once, and changing one. */
import { strictMac } from '#domain/mac'
import { Button, Page, QueryState, toasts, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { useFleet } from '../hubble/fleet-frame.tsx'
import { useFleetList, useFleetRefresh, useFootscan } from '../hubble/fleet-queries.ts'
import { PATHS } from '../paths.ts'
import { placeOf } from '../place-address.ts'
import { mapServerErrors, type FieldMap } from '../server-errors.ts'
import { useRemovingFootscan } from './footscan-actions.tsx'
import { FootscanAside } from './footscan-aside.tsx'
import { FootscanForm } from './footscan-form.tsx'
import { nameOf } from './footscan-rows.ts'
import { draftOf, type FootscanValues, newFootscan, valuesOf } from './footscan-values.ts'
import css from '../admin.module.css'

const FIELD_MAP: FieldMap = {
  MAC_INVALID: 'mac',
  FOOTSCAN_TAKEN: 'mac',
  AREA_NOT_FOUND: 'area',
  LOCAL_EXTERNAL_CODE_REQUIRED: 'local',
}
const back = (label: string) => ({ href: PATHS.footscans.list, label })

export function NewFootscanPage() {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const save = async (values: FootscanValues) => {
    const made = await mapServerErrors(api.addFootscan(draftOf(values)), FIELD_MAP, say)
    toasts.success(t('admin:saved', { name: nameOf(made) }))
    // The card that gives it a key is next to the form.
    void navigate(PATHS.footscans.edit(made.id))
    void refresh()
  }
  return (
    <Page title={t('fleet:footscans.newTitle')} width="narrow" back={back(t('fleet:footscans.title'))}>
      <QueryState of={both(useFleetList('clients'), useFleetList('locals'))} skeleton="form">
        {([clients, locals]) => (
          <FootscanForm
            initial={newFootscan(strictMac(search.get('mac') ?? '') ?? undefined, placeOf(search))}
            clients={clients}
            locals={locals}
            save={save}
            isNew
          />
        )}
      </QueryState>
    </Page>
  )
}

export function EditFootscanPage() {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const navigate = useNavigate()
  const removing = useRemovingFootscan()
  const id = Number(useParams().id)
  const footscan = useFootscan(id)
  const lists = both(both(useFleetList('clients'), useFleetList('locals')), footscan)
  const save = async (values: FootscanValues) => {
    const saved = await mapServerErrors(api.saveFootscan(id, draftOf(values)), FIELD_MAP, say)
    toasts.success(t('admin:saved', { name: nameOf(saved) }))
    void navigate(PATHS.footscans.list)
    void refresh()
  }
  return (
    <Page
      title={footscan.data === undefined ? t('fleet:footscans.one') : nameOf(footscan.data)}
      back={back(t('fleet:footscans.title'))}
    >
      <QueryState key={id} of={lists} skeleton="form">
        {([[clients, locals], data]) => (
          <div className={css.split}>
            <FootscanForm initial={valuesOf(data)} clients={clients} locals={locals} save={save}>
              <Button
                kind="quiet"
                icon={<TrashIcon />}
                onPress={() => void removing(data, () => void navigate(PATHS.footscans.list))}
              >
                {t('admin:remove')}
              </Button>
            </FootscanForm>
            <div className={css.aside}>
              <FootscanAside footscan={data} />
            </div>
          </div>
        )}
      </QueryState>
    </Page>
  )
}
