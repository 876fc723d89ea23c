/** Joins the class names that apply: `classNames('a', isOpen && 'b')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
