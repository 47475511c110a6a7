/** The pages of a noun that is entered on site: beginning one, going on without a network, and changing one. */
import { allowedActions } from '#domain/machine'
import { Page, QueryState, toasts, type Translate, useUi } from '#ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { useAdmin } from '../admin-frame.tsx'
import { area } from '../paths.ts'
import { NOUNS } from '../nouns.ts'
import { History } from '../resource/history.tsx'
import { useRestore } from '../resource/list-hooks.tsx'
import { removalIn, RemovedPage } from '../resource/removed-page.tsx'
import type { ResourcePages } from '../resource/resource-pages.ts'
import { StateCard } from '../resource/states/state-card.tsx'
import { leadsOn, positionIn, type Stated } from '../resource/states/stated.ts'
import { useActions } from '../resource/states/use-actions.ts'
import { type EntryRef, NEW_ENTRY, refOfNew, type Values } from './draft.ts'
import { InstallationLink } from './installation-link.tsx'
import { useAskForms, useIsTyped } from '../leaving.tsx'
import { NewEntry } from './new-entry.tsx'
import { placeName, placeText, usePlaceLists } from './place-fields.tsx'
import { answerId } from './queue.ts'
import { useDrafts, useQueue } from './use-queue.ts'

export interface SiteEntity {
  readonly id: number
  readonly name: string
  readonly client: number | null
  readonly local: number | null
  readonly partsAt: object
  readonly updatedAt: number
}

export interface EditorProps<Entity> {
  path: string
  entryRef: EntryRef
  entity: Entity
  /** The client and the local, by their names. */
  place: string
  step: string | null
  onStep: (step: string) => void
  aside: ReactNode
  /** Takes an action on all that was entered; left out while the server does not have the entry. */
  act?: (action: string) => Promise<unknown>
  /** The actions allowed now. */
  allowed?: readonly string[]
}

export interface SitePages<Entity extends SiteEntity> {
  readonly stated: Stated<Entity>
  /** One that the server does not have yet. */
  readonly blank: (values: Values, at: number) => Entity
  readonly Editor: ComponentType<EditorProps<Entity>>
  /** How its history writes a value; null = as any value. */
  readonly textOf?: (
    words: { readonly t: Translate; readonly locale: string },
    name: string,
    value: unknown,
  ) => string | null
}

/** The step and the draft on show, in the address. */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  return {
    step: search.get('step'),
    draft: search.get('draft'),
    onStep: (step: string) =>
      setSearch(
        (now) => {
          now.set('step', step)
          return now
        },
        { replace: true },
      ),
  }
}

/** An action applies to all input, so the input is sent first. */
function useActOnSaved<Entity extends SiteEntity>(stated: Stated<Entity>) {
  const { t } = useUi()
  const queries = useQueryClient()
  const { act } = useActions(stated, () => queries.invalidateQueries({ queryKey: ['admin', stated.name] }))
  const queue = useQueue()
  const askForms = useAskForms()
  return async (entity: Entity, action: string, body?: object): Promise<boolean> => {
    if (!leadsOn(stated.machine, action)) return act(entity, action, body)
    if (!askForms()) return false
    await queue.flush()
    const { drafts } = queue.store.getState()
    if (!drafts.some(({ path, ref }) => path === stated.path && ref === String(entity.id)))
      return act(entity, action, body)
    toasts.error(t('admin:site.sendFirst'))
    return false
  }
}

/** The page of an entry that the server does not have yet, or has had for a moment. */
function keptPage<Entity extends SiteEntity>({
  stated: { name, path, words },
  blank,
  Editor,
}: Pick<SitePages<Entity>, 'stated' | 'blank' | 'Editor'>): ComponentType<{ entryKey: string }> {
  const paths = area(name)
  return function KeptPage({ entryKey }: { entryKey: string }) {
    const { t } = useUi()
    const { step, onStep } = useAddress()
    const queue = useQueue()
    const navigate = useNavigate()
    const lists = usePlaceLists()
    const made = useStore(queue.store, (state) => state.made[entryKey])
    const isLoaded = useStore(queue.store, (state) => state.isLoaded)
    const answer = useStore(queue.store, ({ answers }) =>
      made === undefined ? undefined : answers[answerId(path, made)],
    )
    const begun = useDrafts(queue, path, refOfNew(entryKey)).find(({ part }) => part === NEW_ENTRY)
    const isTyped = useIsTyped()
    useEffect(() => {
      // Unfinished input is not discarded: its page opens once it is added.
      if (made !== undefined && answer !== undefined && isTyped) return
      if (made !== undefined)
        void navigate(`${paths.edit(made)}${step === null ? '' : `?step=${step}`}`, { replace: true })
      else if (isLoaded && begun === undefined) void navigate(paths.list, { replace: true })
    }, [made, answer, isTyped, isLoaded, begun, navigate, step])
    const entity =
      (answer as unknown as Entity | undefined) ?? (begun === undefined ? null : blank(begun.values, begun.at))
    if (entity === null) return null
    return (
      <Page
        title={entity.name === '' ? t(`${words}newTitle`) : entity.name}
        note={placeName(lists.data, entity)}
        back={{ href: paths.list, label: t(`${words}title`) }}
      >
        <Editor
          path={path}
          entryRef={made === undefined ? refOfNew(entryKey) : String(made)}
          entity={entity}
          place={placeName(lists.data, entity)}
          step={step}
          onStep={onStep}
          aside={null}
        />
      </Page>
    )
  }
}

export function sitePages<Entity extends SiteEntity>({
  stated,
  blank,
  Editor,
  textOf,
}: SitePages<Entity>): Pick<ResourcePages, 'NewPage' | 'EditPage'> {
  const { name: noun, path, words, label } = stated
  const paths = area(noun)
  // As the audit log calls it.
  const audited = NOUNS.find(({ name }) => name === noun)?.noun ?? noun

  function NewPage() {
    const { draft } = useAddress()
    if (draft === null) return <NewEntry noun={noun} path={path} words={words} />
    return <KeptPage entryKey={draft} />
  }

  const KeptPage = keptPage({ stated, blank, Editor })

  function EditPage() {
    const ui = useUi()
    const { t } = ui
    const { api, me } = useAdmin()
    const queries = useQueryClient()
    const { step, onStep } = useAddress()
    const id = Number(useParams().id)
    const lists = usePlaceLists()
    const entry = useQuery<Entity>({
      queryKey: ['admin', noun, id],
      queryFn: ({ signal }) => api.entries<Entity, object>(path).one(id, signal),
      // Without a network: as the list has it.
      initialData: () => queries.getQueryData<Entity[]>(['admin', noun])?.find((one) => one.id === id),
      staleTime: 0,
    })
    const act = useActOnSaved(stated)
    const place = entry.data === undefined ? '' : placeName(lists.data, entry.data)
    const restore = useRestore(stated, api.entries<Entity, object>(path).restore)
    const removal = entry.data === undefined ? removalIn(entry.error) : null
    if (removal !== null && restore !== undefined)
      return (
        <RemovedPage
          noun={audited}
          words={words}
          id={id}
          back={paths.list}
          removal={removal}
          restore={() => restore(id)}
        />
      )
    return (
      <Page
        title={entry.data === undefined ? t(`${words}one`) : label(entry.data)}
        note={place === '' ? undefined : place}
        back={{ href: paths.list, label: t(`${words}title`) }}
        actions={<InstallationLink local={entry.data?.local ?? null} />}
      >
        <QueryState key={id} of={entry} skeleton="form">
          {(entity) => (
            <Editor
              path={path}
              entryRef={String(id)}
              entity={entity}
              place={place}
              step={step}
              onStep={onStep}
              act={(action) => act(entity, action)}
              allowed={allowedActions(stated.machine.table, positionIn(stated.machine, entity), me.id)}
              aside={
                <>
                  <StateCard resource={stated} entity={entity} act={act} />
                  <History
                    noun={audited}
                    words={words}
                    entity={entity}
                    columns={[]}
                    textOf={(field, value) => placeText(lists.data, field, value) ?? textOf?.(ui, field, value) ?? null}
                  />
                </>
              }
            />
          )}
        </QueryState>
      </Page>
    )
  }

  return { NewPage, EditPage }
}
