/** Up, down, or a dash: which way a change went, for the eye. What it says is beside it in words. */
export function Arrow({ sign, size }: { sign: number; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 9 9" aria-hidden="true">
      {sign > 0 && <path d="M4.5 1 8.5 8h-8Z" />}
      {sign < 0 && <path d="M4.5 8 .5 1h8Z" />}
      {sign === 0 && <path d="M.5 3.75h8v1.5h-8Z" />}
    </svg>
  )
}
