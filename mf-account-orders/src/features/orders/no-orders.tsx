import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Stack, Typography } from '@shop/ui/core';
import { PackageOpen } from 'lucide-react';

/** The empty list of orders. Specification 2 "My orders". */
export function NoOrders() {
  return (
    <Stack spacing={3} sx={{ alignItems: 'center', textAlign: 'center', py: { xs: 6, md: 10 } }}>
      <Typography component="span" sx={{ color: 'primary.main' }} aria-hidden>
        <PackageOpen size={48} strokeWidth={1.25} />
      </Typography>
      <Typography variant="h2">No Orders Found</Typography>
      <Button component={Link} to={urls.productList()} variant="contained" size="large">
        Browse Products
      </Button>
    </Stack>
  );
}
