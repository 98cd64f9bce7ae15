import { useCartActions } from '@shop/cart/use-cart';
import { FormTextField, object, ShopForm, string } from '@shop/forms/form';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { Button, Container } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';

function HomeRoute() {
  const { add } = useCartActions();
  return <Container><PageHeading>Elevate Your Culinary Experience</PageHeading><Button variant="contained" onClick={() => add({ id: '1', name: 'Pan', image: '', price: 5, quantity: 1 })}>Add</Button>
  <ShopForm label="x" initialValues={{ a: '' }} schema={object({ a: string().required() })} onSave={() => undefined}>{() => <FormTextField name="a" label="A" />}</ShopForm></Container>;
}

export const screen: RemoteScreen = { Screen: HomeRoute };
