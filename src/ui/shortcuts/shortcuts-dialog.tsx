import { CheckboxField } from '../forms/choice-field.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { shortcutsOnScreen, useShortcutSwitch } from './shortcuts.ts'

type ShortcutsDialogProps = { onClose: () => void }

/** Lists the keys of what is on the screen, and switches them on or off. It is open while it is rendered. */
export function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const { isOn, setIsOn } = useShortcutSwitch()
  const rows = shortcutsOnScreen().flatMap(({ key, does, withShift, isWithCtrl }) => [
    { keys: isWithCtrl ? ['Ctrl', key] : [key], does },
    ...(withShift ? [{ keys: ['Shift', key], does: withShift }] : []),
  ])
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col">
        {rows.map(({ keys, does }) => (
          <div
            key={keys.join()}
            className="flex items-center justify-between gap-4 border-line border-b py-2"
          >
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-grid min-h-7 min-w-7 place-items-center rounded-sm bg-sand px-2 font-sans font-semibold text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label="Use keyboard shortcuts"
        hint="Until this page is loaded anew. It is in your menu, too."
        checked={isOn}
        onChange={(event) => setIsOn(event.target.checked)}
      />
    </Dialog>
  )
}
