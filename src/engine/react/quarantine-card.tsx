/** What is where a widget of the document cannot be used: its issues in words. The rest of the dashboard lives. */
import type { QuarantinedWidget } from '../core/document/model.ts'
import { useDashboard } from './services.tsx'
import { WidgetFrame } from './widget-frame.tsx'

export function QuarantineCard({ widget }: { widget: QuarantinedWidget }) {
  const { dashboard, services } = useDashboard()
  const title = dashboard.widgets[widget.id]?.title ?? ''
  return (
    <WidgetFrame
      title={title === '' ? (widget.type ?? widget.id) : title}
      state={{ kind: 'quarantined', issues: widget.issues }}
      issueText={(issue) => services.issueText({ severity: 'error', pointer: '', ...issue })}
    />
  )
}
