/** Mutes a rule until a moment, or unmutes it. */
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import { IconButton, toasts, useUi } from '#ui'
import { BellIcon, ClockIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useAlerts } from './alerts-frame.tsx'
import { endOf, UntilDialog } from './until-dialog.tsx'

interface MuteButtonProps {
  rule: Pick<AlertRule, 'id' | 'mute'>
  name: string
  onDone: () => Promise<void>
}

export function MuteButton({ rule: { id, mute }, name, onDone }: MuteButtonProps) {
  const { t } = useUi()
  const { api, say } = useAlerts()
  const [isOpen, setOpen] = useState(false)
  const seen = mute?.until ?? null
  const set = async (until: number | null, reason: string) => {
    try {
      await api.mute(id, { until, reason, seen })
      toasts.success(t('alerts:act.saved'))
    } catch (cause) {
      throw new Error(say(cause), { cause })
    } finally {
      await onDone()
    }
  }
  if (mute !== null)
    return (
      <IconButton
        plain
        size="small"
        label={t('alerts:act.unmute', { name })}
        icon={<BellIcon size={16} />}
        onPress={() => void set(null, '').catch((cause: Error) => toasts.error(cause.message))}
      />
    )
  return (
    <>
      <IconButton
        plain
        size="small"
        label={t('alerts:act.mute', { name })}
        icon={<ClockIcon />}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <UntilDialog
          title={t('alerts:act.muteTitle')}
          note={t('alerts:act.muteNote')}
          hasReason
          save={(until, reason) => set(endOf(until, Date.now()), reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
