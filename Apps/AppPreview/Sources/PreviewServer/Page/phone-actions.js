// What can be done to an element besides pressing it, for those who use the keyboard: VoiceOver's actions on a phone.
// Return and Space do an element's default action; Shift+F10 and the context-menu key list those that have names.

const PREFIX = 'action:';
const DEFAULT = 'default';

/** Offers the actions of elements below `root`, in a menu on `screen`. */
export function watchActions(root, screen, tree, sender) {
  let menu = null;

  const send = (element, action) => sender.send(tree.record(element).id, PREFIX + action);

  /** The innermost element from `target` outwards that has actions with names. */
  const holder = (target) => {
    for (let at = target; at && at !== root.parentElement; at = at.parentElement) {
      if (namesOf(tree.record(at)).length > 0) return at.closest('[inert]') ? null : at;
    }
    return null;
  };

  const close = () => {
    if (!menu) return;
    const { list, opener } = menu;
    menu = null;
    list.remove();
    opener.focus({ preventScroll: true });
  };

  const open = (element, opener) => {
    close();
    const list = document.createElement('div');
    list.id = 'element-actions';
    list.setAttribute('role', 'menu');
    list.setAttribute('aria-label', element.getAttribute('aria-label') ?? '');
    for (const name of namesOf(tree.record(element))) {
      const item = document.createElement('button');
      item.type = 'button';
      item.setAttribute('role', 'menuitem');
      item.textContent = name;
      item.addEventListener('click', () => {
        close();
        // The element may have gone while its menu was open.
        if (tree.record(element) && element.isConnected) send(element, name);
      });
      list.append(item);
    }
    menu = { list, opener };
    list.addEventListener('keydown', moveInMenu);
    list.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !list.contains(relatedTarget)) close();
    });
    screen.append(list);
    list.firstElementChild.focus();
  };

  const moveInMenu = (event) => {
    const items = [...menu.list.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Before those who take the keys for presses.
  root.addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event;
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      const element = holder(target);
      if (!element) return;
      open(element, target);
    } else if ((key === 'Enter' || key === ' ') && tree.record(target)?.events.has(PREFIX + DEFAULT)) {
      send(target, DEFAULT);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

function namesOf(record) {
  return [...(record?.events ?? [])].filter((event) => event.startsWith(PREFIX) && event !== PREFIX + DEFAULT)
    .map((event) => event.slice(PREFIX.length));
}
