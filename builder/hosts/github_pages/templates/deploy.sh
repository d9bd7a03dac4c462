# in a clone of the repository, after Settings, Pages, Source has been set to GitHub Actions
cp output/hosts/github-pages/pages.yml .github/workflows/pages.yml
git add .github/workflows/pages.yml
git commit --message "Publish to GitHub Pages"
git push
