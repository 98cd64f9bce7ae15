import { boolean, CheckboxField, FormTextField, object, ShopForm, string } from '@shop/forms/form';
import { urls } from '@shop/remote-contract/urls';
import { useLocation } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { AuthCard, AuthLink } from './auth-card';
import * as styles from './session.module.css';
import { useLogin } from './use-login';

/** Specification 5 "Login". */
const schema = object({
  email: string().trim().required('Invalid email address').email('Invalid email address'),
  password: string()
    .required('Password must be at least 6 characters')
    .min(6, 'Password must be at least 6 characters'),
  rememberMe: boolean().required(),
});

const blank = { email: '', password: '', rememberMe: false };

/** Sign-in. Specification 2 "Login". */
export function LoginScreen() {
  const login = useLogin();
  const { state } = useLocation();
  return (
    <AuthCard title="Welcome back" subtitle="Sign in to check out, and to see your orders.">
      {/* rememberMe is collected and never sent: Interpretation 16. */}
      <ShopForm
        label="Sign in"
        initialValues={blank}
        schema={schema}
        onSave={({ email, password }) => login({ email: email.trim(), password })}
      >
        {({ isSubmitting }) => (
          <div className={styles.fields}>
            <FormTextField
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="username"
              isRequired
            />
            <FormTextField
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              isRequired
            />
            <div className={styles.options}>
              <CheckboxField name="rememberMe" label="Remember me" />
              <AuthLink to={urls.forgotPassword()}>Forgot password?</AuthLink>
            </div>
            <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting}>
              {isSubmitting ? 'Signing in...' : 'Sign in'}
            </Button>
          </div>
        )}
      </ShopForm>
      <Typography className={styles.other}>
        New here?{' '}
        <AuthLink to={urls.register()} state={state}>
          Create an account
        </AuthLink>
      </Typography>
    </AuthCard>
  );
}
