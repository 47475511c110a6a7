import { ArrowDownIcon, ArrowUpIcon, IconButton, useUi } from '#ui'

/** Up and down for one entry of a list. */
export function OrderButtons({
  name,
  at,
  of,
  onMove,
}: {
  name: string
  at: number
  of: number
  onMove: (by: -1 | 1) => void
}) {
  const { t } = useUi()
  return (
    <>
      <IconButton
        plain
        size="small"
        icon={<ArrowUpIcon size={14} />}
        label={t('editor-panels:up', { name })}
        isDisabled={at === 0}
        onPress={() => onMove(-1)}
      />
      <IconButton
        plain
        size="small"
        icon={<ArrowDownIcon size={14} />}
        label={t('editor-panels:down', { name })}
        isDisabled={at === of - 1}
        onPress={() => onMove(1)}
      />
    </>
  )
}
