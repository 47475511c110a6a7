/** The editor's address of a dashboard that one may read and not change: why, and the ways on. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, EmptyState, LinkButton, Page, toasts, useUi } from '#ui'
import { EditIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CopyDialog } from './copy-dialog.tsx'
import { pathsOf, useDashboards } from './frame.tsx'
import { whyReadOnly } from './list-rows.ts'

export function ReadOnlyPage({ entry }: { entry: Dashboard }) {
  const { t } = useUi()
  const { area } = useDashboards()
  const navigate = useNavigate()
  const paths = pathsOf(area)
  const [copying, setCopying] = useState<'copy' | 'customise' | null>(null)
  return (
    <Page title={entry.name} back={{ href: paths.list, label: t(`dashboard:${area}.title`) }}>
      <EmptyState
        icon={<EditIcon size={22} />}
        title={t('dashboard:readOnly.title')}
        action={
          <>
            <Button kind="primary" onPress={() => setCopying('copy')}>
              {t('dashboard:action.duplicate')}
            </Button>
            {entry.builtIn && (
              <Button onPress={() => setCopying('customise')}>{t('dashboard:action.customise')}</Button>
            )}
            {entry.published && <LinkButton href={paths.view(entry.id)}>{t('dashboard:action.view')}</LinkButton>}
          </>
        }
      >
        {t(whyReadOnly(entry))}
      </EmptyState>
      {copying !== null && (
        <CopyDialog
          of={entry}
          follow={copying === 'customise'}
          onClose={() => setCopying(null)}
          onMade={({ id, name }) => {
            toasts.success(t('dashboard:copy.done', { name }))
            void navigate(paths.edit(id))
          }}
        />
      )}
    </Page>
  )
}
