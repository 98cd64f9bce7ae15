// Denoises a Cycles render and balances it to the paper ground.
//
// Dual-buffer non-local means (Rousselle et al. 2012) guided by Cycles' albedo and normal passes: the two halves of
// the sample budget, rendered with different seeds, give each other's weights and the variance.
//
//   gcc -O3 -march=native -fopenmp denoise.c -o denoise -lm
//   denoise DIR WIDTH HEIGHT STRENGTH [R G B]
//
// DIR holds colA, colB, alb and nrm (.f32, RGBA rows from the bottom up); out.f32 is written beside them.
// R G B, when given, is the linear colour that the ground along the frame's edge is brought to.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int W, H, P;

static int clamp(int v, int top) { return v < 0 ? 0 : v > top ? top : v; }

static float *load(const char *dir, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.f32", dir, name);
  FILE *f = fopen(path, "rb");
  if (!f) { perror(path); exit(1); }
  float *a = malloc(sizeof(float) * 4 * P);
  if (fread(a, 16, P, f) != (size_t)P) { fprintf(stderr, "%s is too short\n", path); exit(2); }
  fclose(f);
  return a;
}

// Mean over a square of 2r+1 pixels, separably.
static void box(const float *src, float *dst, float *tmp, int r) {
  float inv = 1.0f / (2 * r + 1);
  #pragma omp parallel for
  for (int y = 0; y < H; y++) {
    const float *a = src + (size_t)y * W;
    float sum = 0;
    for (int x = -r; x <= r; x++) sum += a[clamp(x, W - 1)];
    for (int x = 0; x < W; x++) {
      tmp[(size_t)y * W + x] = sum * inv;
      sum += a[clamp(x + r + 1, W - 1)] - a[clamp(x - r, W - 1)];
    }
  }
  #pragma omp parallel
  {
    float *sum = malloc(sizeof(float) * W);
    #pragma omp for
    for (int band = 0; band < 16; band++) {
      int y0 = H * band / 16, y1 = H * (band + 1) / 16;
      memset(sum, 0, sizeof(float) * W);
      for (int k = -r; k <= r; k++) {
        int yy = clamp(y0 + k, H - 1);
        for (int x = 0; x < W; x++) sum[x] += tmp[(size_t)yy * W + x];
      }
      for (int y = y0; y < y1; y++) {
        int out = clamp(y - r, H - 1), in = clamp(y + r + 1, H - 1);
        for (int x = 0; x < W; x++) {
          dst[(size_t)y * W + x] = sum[x] * inv;
          sum[x] += tmp[(size_t)in * W + x] - tmp[(size_t)out * W + x];
        }
      }
    }
    free(sum);
  }
}

static int by_value(const void *a, const void *b) {
  float d = *(const float *)a - *(const float *)b;
  return d < 0 ? -1 : d > 0;
}

// Median of one channel along the left, right and top edge.
static float ground(const float *rgba, int channel) {
  int edge = W / 24, n = 0;
  float *v = malloc(sizeof(float) * P);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      if (x < edge || x >= W - edge || y >= H - edge) v[n++] = rgba[4 * ((size_t)y * W + x) + channel];
  qsort(v, n, sizeof(float), by_value);
  float m = v[n / 2];
  free(v);
  return m;
}

int main(int argc, char **argv) {
  if (argc < 5) { fprintf(stderr, "usage: denoise DIR WIDTH HEIGHT STRENGTH [R G B]\n"); return 2; }
  W = atoi(argv[2]); H = atoi(argv[3]); P = W * H;
  float k = atof(argv[4]);
  const int window = 7, patch = 2;
  float *colour[2] = {load(argv[1], "colA"), load(argv[1], "colB")};
  float *albedo = load(argv[1], "alb"), *normal = load(argv[1], "nrm");
  float *tone[2][3], *variance[3];
  float *tmp = malloc(4 * (size_t)P), *d = malloc(4 * (size_t)P), *mean = malloc(4 * (size_t)P);
  for (int b = 0; b < 2; b++)
    for (int j = 0; j < 3; j++) {
      tone[b][j] = malloc(4 * (size_t)P);
      for (int i = 0; i < P; i++) {
        float x = colour[b][4 * i + j];
        x = x > 0 ? (x < 200 ? x : 200) : 0;
        tone[b][j][i] = logf(1 + 4 * x);
      }
    }
  double total = 0;
  for (int j = 0; j < 3; j++) {
    variance[j] = malloc(4 * (size_t)P);
    for (int i = 0; i < P; i++) {
      float e = tone[0][j][i] - tone[1][j][i];
      d[i] = e * e * 0.5f;
      total += d[i];
    }
    box(d, variance[j], tmp, 4);
  }
  printf("noise of one half, in log units: %.4f\n", sqrt(total / (3.0 * P)));
  float *sum[2], *weight[2];
  for (int b = 0; b < 2; b++) { sum[b] = calloc(3 * (size_t)P, 4); weight[b] = calloc(P, 4); }
  for (int dy = -window; dy <= window; dy++)
    for (int dx = -window; dx <= window; dx++)
      for (int b = 0; b < 2; b++) {
        #pragma omp parallel for
        for (int y = 0; y < H; y++)
          for (int x = 0; x < W; x++) {
            int i = y * W + x, q = clamp(y + dy, H - 1) * W + clamp(x + dx, W - 1);
            float s = 0;
            for (int j = 0; j < 3; j++) {
              float e = tone[b][j][i] - tone[b][j][q], vp = variance[j][i], vq = variance[j][q];
              s += (e * e - (vp + fminf(vp, vq))) / (1e-6f + k * k * (vp + vq));
            }
            d[i] = s / 3;
          }
        box(d, mean, tmp, patch);
        int o = 1 - b;
        #pragma omp parallel for
        for (int y = 0; y < H; y++) {
          int yy = y + dy;
          if (yy < 0 || yy >= H) continue;
          for (int x = 0; x < W; x++) {
            int xx = x + dx;
            if (xx < 0 || xx >= W) continue;
            int i = y * W + x, q = yy * W + xx;
            float a = 0, n = 0;
            for (int j = 0; j < 3; j++) {
              float e = albedo[4 * i + j] - albedo[4 * q + j];
              a += e * e;
              e = normal[4 * i + j] - normal[4 * q + j];
              n += e * e;
            }
            float distance = fmaxf(mean[i], fmaxf(a / (0.07f * 0.07f), n / (0.35f * 0.35f)));
            if (distance < 0) distance = 0;
            if (distance > 12) continue;
            float w = expf(-distance);
            weight[o][i] += w;
            for (int j = 0; j < 3; j++) sum[o][3 * i + j] += w * tone[b][j][q];
          }
        }
      }
  float *out = malloc(16 * (size_t)P);
  for (int i = 0; i < P; i++) {
    for (int j = 0; j < 3; j++) {
      float y = 0;
      for (int b = 0; b < 2; b++) y += sum[b][3 * i + j] / weight[b][i];
      out[4 * i + j] = (expf(y * 0.5f) - 1) / 4;
    }
    out[4 * i + 3] = 1;
  }
  if (argc > 7) {
    for (int j = 0; j < 3; j++) {
      float is = ground(out, j), gain = fminf(3.0f, fmaxf(0.3f, atof(argv[5 + j]) / fmaxf(is, 1e-4f)));
      printf("ground %c %.3f, gain %.3f\n", "rgb"[j], is, gain);
      for (int i = 0; i < P; i++) out[4 * i + j] *= gain;
    }
  }
  char path[1024];
  snprintf(path, sizeof path, "%s/out.f32", argv[1]);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(out, 16, P, f) != (size_t)P) { perror(path); return 1; }
  fclose(f);
  return 0;
}
