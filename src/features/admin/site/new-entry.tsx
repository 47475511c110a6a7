/** A new entry, entered on site: it is kept on the device at once, and made on the server when it can be reached. */
import {
  atMost,
  Button,
  Form,
  FormSection,
  ifNamed,
  LinkButton,
  mandatory,
  Page,
  QueryState,
  useForm,
  useUi,
} from '#ui'
import { useNavigate, useSearchParams } from 'react-router'
import { Unsaved } from '../leaving.tsx'
import { area } from '../paths.ts'
import { placeOf } from '../place-address.ts'
import { NEW_ENTRY, refOfNew } from './draft.ts'
import { PlaceFields, type PlaceLists, type PlaceValues, usePlaceLists } from './place-fields.tsx'
import { useQueue } from './use-queue.ts'
import css from './site.module.css'

interface NewEntryProps {
  noun: string
  path: string
  words: string
}

export function NewEntry({ noun, path, words }: NewEntryProps) {
  const { t } = useUi()
  const paths = area(noun)
  return (
    <Page title={t(`${words}newTitle`)} width="narrow" back={{ href: paths.list, label: t(`${words}title`) }}>
      <QueryState of={usePlaceLists()} skeleton="form">
        {(lists) => <NewForm noun={noun} path={path} words={words} lists={lists} />}
      </QueryState>
    </Page>
  )
}

function NewForm({ noun, path, words, lists }: NewEntryProps & { lists: PlaceLists }) {
  const { t } = useUi()
  const navigate = useNavigate()
  const queue = useQueue()
  const paths = area(noun)
  const [search] = useSearchParams()
  const at = placeOf(search)
  const onlyClient = lists[0].length === 1 ? lists[0][0]?.id : undefined
  const form = useForm<PlaceValues>({
    initial: { name: '', client: at.client ?? onlyClient ?? null, local: at.local ?? null },
    rules: { client: mandatory, local: mandatory, name: [ifNamed, atMost(120)] },
    async onSubmit({ name, client, local }) {
      const key = crypto.randomUUID()
      const called = name.trim() === '' ? (lists[1].find(({ id }) => id === local)?.name ?? '') : name.trim()
      const values = { name: called, client, local }
      await queue.change({ path, ref: refOfNew(key), part: NEW_ENTRY, values, seen: null, isReady: true })
      await queue.send()
      const id = queue.store.getState().made[key]
      void navigate(id === undefined ? `${paths.add}?draft=${key}` : paths.edit(id), { replace: true })
    },
  })
  return (
    <div className={css.new}>
      <Form
        form={form}
        label={t(`${words}one`)}
        actions={
          <div className={css.foot}>
            <LinkButton href={paths.list}>{t('ui.form.cancel')}</LinkButton>
            <Button kind="primary" type="submit" isPending={form.isSaving}>
              {t('admin:site.begin')}
            </Button>
          </div>
        }
      >
        <Unsaved form={form} />
        <FormSection title={t('admin:site.local')} note={t('admin:site.newNote')}>
          <PlaceFields form={form} lists={lists} />
        </FormSection>
      </Form>
    </div>
  )
}
