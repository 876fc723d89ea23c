import { CheckboxField } from '../forms/choice-field.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { shortcuts, useShortcutSwitch } from './shortcuts.ts'

type ShortcutsDialogProps = { isOpen: boolean; onClose: () => void }

/** Lists the keyboard shortcuts of a list, and switches them on or off. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const { isOn, setIsOn } = useShortcutSwitch()
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col">
        {shortcuts.map(({ key, does }) => (
          <div
            key={key}
            className="flex items-center justify-between gap-4 border-line border-b py-2"
          >
            <dt>{does}</dt>
            <dd>
              <kbd className="inline-grid min-h-7 min-w-7 place-items-center rounded-sm bg-sand px-2 font-semibold font-sans text-sm">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label="Use keyboard shortcuts"
        checked={isOn}
        onChange={(event) => setIsOn(event.target.checked)}
      />
    </Dialog>
  )
}
