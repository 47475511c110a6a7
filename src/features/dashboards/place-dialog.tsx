import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, Dialog, Notice, TextField, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import { useDashboards } from './frame.tsx'
import { useRefresh } from './use-dashboards.ts'
import css from './dashboards.module.css'
import { useRun } from './use-run.ts'

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
