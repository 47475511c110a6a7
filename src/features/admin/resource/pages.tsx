/** The three pages of a described noun. What is special about a noun is in its description, or in extra pages. */
import {
  Button,
  Form,
  LinkButton,
  Page,
  type QueryLike,
  QueryState,
  type ResourceColumn,
  SaveBar,
  type Translate,
  useForm,
  useUi,
} from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { both } from '../both.ts'
import { NOUNS } from '../nouns.ts'
import { area } from '../paths.ts'
import { placeOf } from '../place-address.ts'
import { Unsaved } from '../leaving.tsx'
import { History } from './history.tsx'
import { resourceHooks } from './hooks.tsx'
import { resourceList } from './list-page.tsx'
import { removalIn, RemovedNotice, RemovedPage } from './removed-page.tsx'
import type { ResourcePages } from './resource-pages.ts'
import { type Entry, type PageResource, type RelatedLink, wordsOfNoun } from './resource.ts'
import { StatedEntry } from './states/stated-entry.tsx'
import { statedOf } from './states/stated.ts'
import css from '../admin.module.css'

export const resourcePages = <Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
): ResourcePages => ({ ListPage: resourceList(resource), ...formPages(resource) })

interface EntryFormProps<Entity, Lists> {
  /** Left out: of a new one. */
  before?: Entity
  lists: Lists
  others: readonly Entity[]
}

function entryForm<Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
  { useFilledWith, useRemoving, useSaving }: ReturnType<typeof resourceHooks<Entity, Draft, Values, Lists>>,
): ComponentType<EntryFormProps<Entity, Lists>> {
  const { name, Fields } = resource
  const paths = area(name)
  const wordOf = wordsOfNoun(resource)

  return function EntryForm({ before: now, lists, others }: EntryFormProps<Entity, Lists>) {
    const { t } = useUi()
    const before = useFilledWith(now)
    const navigate = useNavigate()
    const { removing, removal } = useRemoving()
    const [search] = useSearchParams()
    const initial = { ...resource.initial, ...resource.initialAt?.(placeOf(search)) }
    const form = useForm<Values>({
      initial: before === undefined ? initial : resource.valuesOf(before),
      rules: resource.rules(t, others),
      onSubmit: useSaving(before),
    })
    return (
      <Form
        form={form}
        label={t(wordOf('one'))}
        actions={
          <SaveBar form={form} cancelTo={paths.list}>
            {before !== undefined && (
              <Button
                kind="quiet"
                icon={<TrashIcon />}
                onPress={() => void removing(before, () => void navigate(paths.list))}
              >
                {t('admin:remove')}
              </Button>
            )}
          </SaveBar>
        }
      >
        <Unsaved form={form} />
        {removal}
        <Fields form={form} lists={lists} />
      </Form>
    )
  }
}

function formPages<Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
): Pick<ResourcePages, 'NewPage' | 'EditPage'> {
  const hooks = resourceHooks(resource)
  const { useEntries, useEntry, useRefreshAll, useRestoring } = hooks
  const stated = statedOf(resource)
  const { name, words, Parts, useLists, label, columns: columnsOf } = resource
  // Groups are described here, and are no noun of the catalog.
  const noun = NOUNS.find((one) => one.name === name)?.noun
  const paths = area(name)
  const wordOf = wordsOfNoun(resource)
  const EntryForm = entryForm(resource, hooks)
  const useOthers = resource.isLarge === true ? useNoOthers : useEntries

  function NewPage() {
    const { t } = useUi()
    return (
      <Page title={t(wordOf('newTitle'))} width="narrow" back={{ href: paths.list, label: t(wordOf('title')) }}>
        <QueryState of={both(useLists(), useOthers())} skeleton="form">
          {([lists, others]) => <EntryForm lists={lists} others={others} />}
        </QueryState>
      </Page>
    )
  }

  function EditPage() {
    const { t } = useUi()
    const id = Number(useParams().id)
    const entry = useEntry(id)
    const refresh = useRefreshAll()
    const restore = useRestoring()
    const title = entry.data === undefined ? t(wordOf('one')) : label(entry.data)
    const removal = removalIn(entry.error)
    const isRemovedOnShow = removal !== null && restore !== undefined && entry.data !== undefined
    const all: QueryLike<readonly [readonly [Lists, readonly Entity[]], Entity]> = both(
      both(useLists(), useOthers()),
      isRemovedOnShow ? { ...entry, error: null } : entry,
    )
    if (entry.data === undefined && removal !== null && restore !== undefined && noun !== undefined)
      return (
        <RemovedPage
          noun={noun}
          words={words}
          id={id}
          back={paths.list}
          removal={removal}
          restore={() => restore(id)}
        />
      )
    return (
      <Page
        title={title}
        width={stated === null ? 'narrow' : 'wide'}
        back={{ href: paths.list, label: t(wordOf('title')) }}
      >
        {isRemovedOnShow && <RemovedNotice removal={removal} restore={() => restore(id)} />}
        {entry.data !== undefined && <Related links={resource.related?.(t, entry.data) ?? []} />}
        <QueryState key={id} of={all} skeleton="form">
          {([[lists, entries], before]) => {
            const fields = (
              <EntryForm
                key={resource.refilled?.(before)}
                before={before}
                lists={lists}
                others={entries.filter((one) => one.id !== id)}
              />
            )
            const form = (
              <div className={css.stack}>
                {fields}
                {Parts !== undefined && <Parts entity={before} lists={lists} refresh={refresh} />}
                {noun !== undefined && (
                  <History noun={noun} words={words} entity={before} columns={columnsOf(t, lists)} />
                )}
              </div>
            )
            return stated === null ? form : <Beside entity={before}>{form}</Beside>
          }}
        </QueryState>
      </Page>
    )
  }

  /** The form of an entry with states, and where it is. */
  function Beside({ entity, children }: { entity: Entity; children: ReactNode }) {
    const refresh = useRefreshAll()
    return stated === null ? (
      children
    ) : (
      <StatedEntry resource={stated} entity={entity} refresh={refresh}>
        {children}
      </StatedEntry>
    )
  }

  return { NewPage, EditPage }
}

const NO_OTHERS = { data: [], isPending: false, error: null }
const useNoOthers = () => NO_OTHERS

/** Parts of an entry that have separate pages. */
function Related({ links }: { links: readonly RelatedLink[] }) {
  if (links.length === 0) return null
  return (
    <nav className={css.related}>
      {links.map(({ label, href }) => (
        <LinkButton key={href} size="small" href={href}>
          {label}
        </LinkButton>
      ))}
    </nav>
  )
}

/** When an entry was changed last. @public */
export const changedColumn = <Entity extends Entry>(t: Translate): ResourceColumn<Entity> => ({
  attr: 'updatedAt',
  label: t('admin:changedAt'),
  type: 'Date',
})
