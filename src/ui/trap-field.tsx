/** A field that people neither see nor reach, for programs that fill in everything: what has it filled is held back. */
export function TrapField({ name = 'website' }: { name?: string }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input type="text" name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
