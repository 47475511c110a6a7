/** One's own copy of what ships with the product, from its own page: named, made, and opened in the editor. */
import { useNavigate } from 'react-router'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { toasts, useUi } from '#ui'
import { CopyDialog } from '../features/dashboards/copy-dialog.tsx'
import { pathsOf } from '../features/dashboards/paths.ts'
import { DashboardPorts } from './dashboards-route.tsx'
import { session } from './session.ts'

export default function CustomiseDialog({ of, onClose }: { of: Dashboard; onClose: () => void }) {
  const { t } = useUi()
  const navigate = useNavigate()
  const area = session.isAdmin() ? 'admin' : 'custom'
  const edit = ({ id, name }: Dashboard) => {
    toasts.success(t('dashboard:copy.done', { name }))
    void navigate(pathsOf(area).edit(id))
  }
  return (
    <DashboardPorts area={area}>
      <CopyDialog of={of} follow onClose={onClose} onMade={edit} />
    </DashboardPorts>
  )
}
