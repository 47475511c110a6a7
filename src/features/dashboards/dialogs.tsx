/** The small dialogs of the list: a copy, an import, an audience. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, Dialog, nameProblem, Notice, TextField, toasts, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import type { Audience } from '../../api/dashboards.ts'
import { AudienceField, isWhole } from './audience-field.tsx'
import { useDashboards } from './frame.tsx'
import { useRefresh } from './use-dashboards.ts'
import css from './dashboards.module.css'

/** Does something once, and says what it was refused for. */
function useRun(): {
  readonly isBusy: boolean
  readonly failure: string | null
  readonly run: (work: () => Promise<void>) => Promise<void>
} {
  const { say } = useDashboards()
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({ isBusy: false, failure: null })
  return {
    ...state,
    async run(work) {
      setState({ isBusy: true, failure: null })
      try {
        await work()
        setState({ isBusy: false, failure: null })
      } catch (cause) {
        setState({ isBusy: false, failure: say(cause) })
      }
    },
  }
}

export interface CopyDialogProps {
  of: Dashboard
  follow: boolean
  onClose: () => void
  onMade: (entry: Dashboard) => void
}

/** `follow`: customises a built-in one. */
export function CopyDialog({ of, follow, onClose, onMade }: CopyDialogProps) {
  const { t } = useUi()
  const { api } = useDashboards()
  const refresh = useRefresh()
  const { isBusy, failure, run } = useRun()
  const [name, setName] = useState(() =>
    t(follow ? 'dashboard:copy.ownName' : 'dashboard:copy.name', { name: of.name }),
  )
  const problem = nameProblem(name, t)
  const isNamed = problem === null
  const make = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (!isNamed) return
    void run(async () => {
      const entry = await api.duplicate(of.id, { name: name.trim(), ...(follow && { follow }) })
      await refresh()
      onMade(entry)
    })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t(follow ? 'dashboard:copy.customise' : 'dashboard:copy.title', { name: of.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={!isNamed} onPress={() => make()}>
            {t(follow ? 'dashboard:action.customise' : 'dashboard:action.duplicate')}
          </Button>
        </>
      }
    >
      <form onSubmit={make} className={css.stack}>
        {follow && <p className={css.note}>{t('dashboard:copy.customiseText')}</p>}
        <TextField
          label={t('dashboard:name')}
          isRequired
          maxLength={200}
          autoFocus
          value={name}
          onChange={setName}
          error={problem}
        />
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </form>
    </Dialog>
  )
}

export function AudienceDialog({ of, onClose }: { of: Dashboard; onClose: () => void }) {
  const { t } = useUi()
  const { api } = useDashboards()
  const refresh = useRefresh()
  const { isBusy, failure, run } = useRun()
  const [audience, setAudience] = useState<Audience>(of.audience)
  const save = () =>
    run(async () => {
      await api.setAudience(of.id, audience)
      await refresh()
      toasts.success(t('dashboard:audience.saved', { name: of.name }))
      onClose()
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dashboard:audience.title', { name: of.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={!isWhole(audience)} onPress={() => void save()}>
            {t('dashboard:save')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <AudienceField value={audience} onChange={setAudience} />
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </div>
    </Dialog>
  )
}

/** Tags as they are typed, with commas between. */
const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '')

export function PlaceDialog({
  of,
  folders,
  onClose,
}: {
  of: Dashboard
  folders: readonly string[]
  onClose: () => void
}) {
  const { t } = useUi()
  const { api } = useDashboards()
  const refresh = useRefresh()
  const { isBusy, failure, run } = useRun()
  const [folder, setFolder] = useState(of.folder ?? '')
  const [tags, setTags] = useState(of.tags.join(', '))
  const isMany = tagsOf(tags).length > 10 || tagsOf(tags).some((tag) => tag.length > 40)
  const save = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (isMany) return
    void run(async () => {
      await api.setPlace(of.id, { folder: folder.trim() === '' ? null : folder, tags: tagsOf(tags) })
      await refresh()
      onClose()
    })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t('dashboard:place.title', { name: of.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={isMany} onPress={() => save()}>
            {t('dashboard:save')}
          </Button>
        </>
      }
    >
      <form onSubmit={save} className={css.stack}>
        <TextField
          label={t('dashboard:folder.label')}
          help={
            folders.length === 0
              ? t('dashboard:folder.help')
              : t('dashboard:folder.known', { names: folders.slice(0, 8).join(', ') })
          }
          maxLength={80}
          autoFocus
          value={folder}
          onChange={setFolder}
        />
        <TextField
          label={t('dashboard:tags.label')}
          help={t('dashboard:tags.help')}
          maxLength={420}
          value={tags}
          onChange={setTags}
          error={isMany ? t('dashboard:tags.many') : null}
        />
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </form>
    </Dialog>
  )
}
