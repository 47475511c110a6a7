/** The three pages of a described noun. What is special about a noun is in its description, or in pages of its own. */
import {
  Button,
  EmptyState,
  Form,
  IconButton,
  LinkButton,
  Page,
  type QueryLike,
  QueryState,
  type ResourceColumn,
  ResourceTable,
  SegmentedControl,
  SaveBar,
  type Translate,
  useForm,
  useUi,
} from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { both } from '../both.ts'
import { NOUNS } from '../nouns.ts'
import { area, PATHS } from '../paths.ts'
import { Unsaved } from '../unsaved.tsx'
import { useList } from '../use-list.ts'
import { CsvButton } from './csv-button.tsx'
import { History } from './history.tsx'
import { resourceHooks } from './hooks.tsx'
import type { ResourcePages } from './resource-pages.ts'
import type { Entry, PageResource, RelatedLink, RESOURCE_WORDS } from './resource.ts'
import { StatedEntry } from './states/stated-entry.tsx'
import { StatedTable } from './states/stated-table.tsx'
import type { Stated } from './states/stated.ts'
import css from '../admin.module.css'

type Word = (typeof RESOURCE_WORDS)[number]

/** The pages of a noun, and what each of them is made of. */
interface Made<Entity extends Entry, Draft extends object, Values extends object, Lists> {
  readonly resource: PageResource<Entity, Draft, Values, Lists>
  readonly hooks: ReturnType<typeof resourceHooks<Entity, Draft, Values, Lists>>
  readonly stated: Stated<Entity> | null
}

export function resourcePages<Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
): ResourcePages {
  const { name, path = name, words, label, about, machine } = resource
  const stated = machine === undefined ? null : { name, path, words, label, machine, ...(about && { about }) }
  const made = { resource, hooks: resourceHooks(resource), stated }
  return { ListPage: listPage(made), ...formPages(made) }
}

function listPage<Entity extends Entry, Draft extends object, Values extends object, Lists>({
  resource,
  hooks: { useEntries, useRefreshAll, useRemoving },
  stated,
}: Made<Entity, Draft, Values, Lists>): ComponentType {
  const { name, words, icon: Icon, useLists, label, Actions, rowTo } = resource
  const paths = area(name)
  const wordOf = (word: Word) => `${words}${word}`

  return function ListPage() {
    const { t } = useUi()
    const list = useList()
    const { removing, removal } = useRemoving()
    const refresh = useRefreshAll()
    const [entries, lists] = [useEntries(), useLists()]
    const navigate = useNavigate()
    const siblings = resource.siblings?.(t)
    const columns = resource.columns(t, lists.data)
    const table = {
      label: t(wordOf('title')),
      linkTo: ({ id }: Entity) => rowTo?.(id) ?? paths.edit(id),
      ...(!resource.isMadeElsewhere && { addTo: paths.add, addLabel: t(wordOf('add')) }),
      empty: (
        <EmptyState
          icon={<Icon size={20} />}
          title={t(wordOf('none'))}
          action={
            !resource.isMadeElsewhere && (
              <LinkButton kind="primary" size="small" href={paths.add}>
                {t(wordOf('add'))}
              </LinkButton>
            )
          }
        >
          {t(wordOf('noneText'))}
        </EmptyState>
      ),
    }
    return (
      <Page
        title={t(wordOf('title'))}
        note={t(wordOf('note'))}
        back={{ href: PATHS.home, label: t('admin:title') }}
        actions={Actions !== undefined && <Actions />}
      >
        {siblings !== undefined && (
          <div className={css.kinds}>
            <SegmentedControl
              label={siblings.label}
              segments={siblings.all.map((one) => ({ id: one.name, label: one.label }))}
              value={name}
              onChange={(next) => void navigate(area(next).list)}
            />
          </div>
        )}
        {resource.top?.()}
        {stated !== null ? (
          <StatedTable
            {...table}
            resource={stated}
            columns={columns}
            entries={entries}
            list={list}
            refresh={refresh}
            {...(!resource.isMadeElsewhere && { onRemove: (entity: Entity) => void removing(entity) })}
          />
        ) : (
          <ResourceTable
            {...table}
            columns={columns}
            rows={entries}
            rowKey={({ id }) => id}
            state={list.state}
            onStateChange={list.onStateChange}
            tools={<CsvButton name={name} rows={entries.data ?? []} columns={columns} search={list.state.text} />}
            rowActions={(entity) => (
              <IconButton
                plain
                size="small"
                label={t('admin:removeName', { name: label(entity) })}
                icon={<TrashIcon />}
                onPress={() => void removing(entity)}
              />
            )}
          />
        )}
        {removal}
      </Page>
    )
  }
}

function formPages<Entity extends Entry, Draft extends object, Values extends object, Lists>({
  resource,
  hooks: { useEntries, useEntry, useFilledWith, useRefreshAll, useRemoving, useSaving },
  stated,
}: Made<Entity, Draft, Values, Lists>): Pick<ResourcePages, 'NewPage' | 'EditPage'> {
  const { name, words, Fields, Parts, useLists, label, columns: columnsOf } = resource
  // Groups are described here, and are no noun of the catalog.
  const noun = NOUNS.find((one) => one.name === name)?.noun
  const paths = area(name)
  const wordOf = (word: Word) => `${words}${word}`
  const useOthers = resource.isLarge === true ? useNoOthers : useEntries

  function EntryForm({ before: now, lists, others }: { before?: Entity; lists: Lists; others: readonly Entity[] }) {
    const { t } = useUi()
    const before = useFilledWith(now)
    const navigate = useNavigate()
    const { removing, removal } = useRemoving()
    const form = useForm<Values>({
      initial: before === undefined ? resource.initial : resource.valuesOf(before),
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
    const title = entry.data === undefined ? t(wordOf('one')) : label(entry.data)
    const all: QueryLike<readonly [readonly [Lists, readonly Entity[]], Entity]> = both(
      both(useLists(), useOthers()),
      entry,
    )
    return (
      <Page
        title={title}
        width={stated === null ? 'narrow' : 'wide'}
        back={{ href: paths.list, label: t(wordOf('title')) }}
      >
        {entry.data !== undefined && <Related links={resource.related?.(t, entry.data) ?? []} />}
        <QueryState key={id} of={all} skeleton="form">
          {([[lists, entries], before]) => {
            const fields = <EntryForm before={before} lists={lists} others={entries.filter((one) => one.id !== id)} />
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

/** What belongs to an entry and has pages of its own. */
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
