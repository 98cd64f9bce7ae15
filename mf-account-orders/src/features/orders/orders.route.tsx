import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useNavigationType, useSearchParams } from '@shop/router/router';
import { useEffect, useRef } from 'react';
import { OrdersPlaceholder, OrdersScreen } from './orders.screen';

/** `/orders?page=2` */
export const screen: RemoteScreen = { Screen: OrdersRoute, Placeholder: OrdersPlaceholder };

function OrdersRoute() {
  const [search] = useSearchParams();
  const number = Number(search.get('page'));
  const page = Number.isSafeInteger(number) && number > 1 ? number : 1;
  useTopOnPageChange(page);
  return <OrdersScreen page={page} />;
}

/** Moves the window to the top and the focus to `<main>` when the page changes. The shell restores the position on Back and Forward. */
function useTopOnPageChange(page: number): void {
  const navigation = useNavigationType();
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (navigation === 'POP') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [page, navigation]);
}
